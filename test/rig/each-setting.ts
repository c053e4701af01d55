/** A change of one line of a file. */
export type LineChange = {readonly line: number; readonly text: string};

const SCALAR = /^(\s*(?:- )*)(?:("[^"]*"|[^\s"{[#:][^:]*):(?: |$))?(.*)$/;

/** Returns texts that differ from a YAML text in one value, or in one key, of one line. The text has one value in a line. */
export function* eachSetting(text: string): Generator<LineChange> {
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    const [, before = '', key, value = ''] = SCALAR.exec(line) ?? [];
    const changed = [
      ...others(value).map((other) => `${before}${key === undefined ? '' : `${key}: `}${other}`),
      ...(key === undefined ? [] : renamed(key).map((other) => `${before}${other}: ${value}`)),
    ];
    for (const other of changed) yield {line: index + 1, text: lines.with(index, other).join('\n')};
  }
}

/** Files in which one word was replaced everywhere, with the lines that contain it. */
export type WordChange = {readonly lines: readonly string[]; readonly files: ReadonlyMap<string, string>};

/** Returns variants of files. In each variant, one word that occurs in several lines is replaced. */
export function* eachWord(files: ReadonlyMap<string, string>): Generator<WordChange> {
  const all = [...files.values()].join('\n');
  for (const word of new Set(all.match(/\b(?:[a-z]+|\d+)\b/gi))) {
    const other = /\d/.test(word) ? String(Number(word) + 1) : `${word}z`;
    const lines = [...files].flatMap(([name, text]) =>
      text.split('\n').flatMap((line, index) => (line.split(/\b/).includes(word) ? [`${name}:${index + 1}`] : [])),
    );
    const changed = [...files].map(
      ([name, text]) => [name, text.replaceAll(new RegExp(`\\b${word}\\b`, 'g'), other)] as const,
    );
    if (lines.length > 1) yield {lines, files: new Map(changed)};
  }
}

/** Returns other values of the same type. In each, one word is replaced. */
function others(value: string): readonly string[] {
  if (value === '' || value.startsWith('{') || value.startsWith('[')) return [];
  if (value === 'true' || value === 'false') return [value === 'true' ? 'false' : 'true'];
  if (/^\d+$/.test(value)) return [String(Number(value) + 1)];
  const words = [...value.matchAll(/[a-z]+|\d+/gi)].map(({0: word, index}) => {
    const other = /\d/.test(word) ? String(Number(word) + 1).padStart(word.length, '0') : `${word}z`;
    return value.slice(0, index) + other + value.slice(index + word.length);
  });
  return [
    ...words,
    ...(words.length === 0 ? [`${value}z`] : []),
    value.replace('http:', 'https:'),
    ...(ENUMS[value] ?? []),
  ].filter((other) => other !== value);
}

const ENUMS: Readonly<Record<string, readonly string[]>> = {TCP: ['UDP'], UDP: ['TCP'], Forbid: ['Allow']};

/** Returns other names for a key. In each, one word is replaced. */
const renamed = (key: string): readonly string[] => {
  const plain = key.replaceAll('"', '');
  return [...plain.matchAll(/[a-z]+/gi)].map(({0: word, index}) =>
    JSON.stringify(`${plain.slice(0, index)}${word}z${plain.slice(index + word.length)}`),
  );
};
