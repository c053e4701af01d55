/** A part of a page: a paragraph, lines as they are, or names with their descriptions. */
export type Part =
  | {readonly text: string}
  | {readonly lines: readonly string[]}
  | {readonly rows: readonly (readonly [name: string, description: string])[]};

const WIDTH = 100;

/** Formats a page of help: its title, then its parts with an empty line between them. No line exceeds 100 columns. */
export const page = (title: string, parts: readonly Part[]): string =>
  `${[title, ...parts.map((part) => linesOf(part).join('\n'))].join('\n\n')}\n`;

function linesOf(part: Part): readonly string[] {
  if ('text' in part) return wrapped(part.text, WIDTH);
  if ('lines' in part) return part.lines.map((line) => `  ${line}`);
  const names = Math.max(...part.rows.map(([name]) => name.length));
  const indent = ' '.repeat(names + 4);
  return part.rows.flatMap(([name, description]) =>
    wrapped(description, WIDTH - indent.length).map((line, i) =>
      i === 0 ? `  ${name.padEnd(names)}  ${line}` : `${indent}${line}`,
    ),
  );
}

function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
