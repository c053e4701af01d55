/** Commands that a page tells its reader to type, and lines that it promises. */
export type Step = {readonly commands: string; readonly promised: readonly string[]};

/** Every fenced `sh` block, with the `text` block that follows it, if one does before the next. */
export function stepsOf(markdown: string): readonly Step[] {
  const blocks = [...markdown.matchAll(/^```(sh|text)\n([^]*?)^```$/gm)].map(([, kind, text = '']) => ({kind, text}));
  return blocks.flatMap(({kind, text}, i) => {
    if (kind !== 'sh') return [];
    const next = blocks[i + 1];
    return [{commands: text, promised: next?.kind === 'text' ? next.text.trimEnd().split('\n') : []}];
  });
}

/** The promised lines that were not said. Loose: any order, any spacing, `…` stands for anything. */
export const missingLines = ({promised}: Step, output: string): readonly string[] =>
  promised.filter((line) => !new RegExp(patternOf(line), 'm').test(output));

const patternOf = (line: string): string =>
  line
    .trim()
    .split(/\s+/)
    .map((word) =>
      word
        .split('…')
        .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
        .join('.*'),
    )
    .join('[ ]+');
