/** A value in a file of `NAME=value` lines. */
export type DotenvEntry = {readonly name: string; readonly value: string; readonly line: number};

/** All values in their order, including duplicates. Otherwise the invalid line with the reason, which does not quote it. */
export type Dotenv = {readonly entries: readonly DotenvEntry[]} | {readonly line: number; readonly because: string};

const START = /(?:export[ \t]+)?([A-Za-z_][\w.-]*)[ \t]*=[ \t]*/y;
const BLANK = /[ \t]*(?:#[^\n]*)?(?:\n|$)/y;
const QUOTED: Readonly<Record<string, RegExp>> = {
  "'": /'([^']*)'/y,
  '`': /`([^`]*)`/y,
  '"': /"((?:\\[^]|[^"\\])*)"/y,
};
const PLAIN = /[^\n]*/y;
const ESCAPES: Readonly<Record<string, string>> = {n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\', $: '$'};

/**
 * Parses the common dotenv syntax: comments, `export`, three kinds of multi-line quotes, and escapes in double quotes. `$NAME` is
 * not expanded. A `#` within a word is an error that requires quotes, because tools differ in whether it begins a comment.
 */
export function parseDotenv(written: string): Dotenv {
  const text = written.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const entries: DotenvEntry[] = [];
  const lineAt = (at: number): number => text.slice(0, at).split('\n').length;
  let at = 0;
  while (at < text.length) {
    const blank = match(BLANK, text, at);
    if (blank !== undefined) {
      at += blank[0].length;
      continue;
    }
    at += match(/[ \t]*/y, text, at)?.[0].length ?? 0;
    const start = match(START, text, at);
    if (start === undefined) return {line: lineAt(at), because: 'it is not NAME=value'};
    const from = at + start[0].length;
    const found = valueAt(text, from);
    if ('because' in found) return {line: lineAt(at), because: found.because};
    entries.push({name: start[1] ?? '', value: found.value, line: lineAt(at)});
    at = found.end;
  }
  return {entries};
}

type Value = {readonly value: string; readonly end: number} | {readonly because: string};

function valueAt(text: string, from: number): Value {
  const quote = text[from] ?? '';
  const quoted = QUOTED[quote];
  if (quoted === undefined) return plainAt(text, from);
  const whole = match(quoted, text, from);
  if (whole === undefined) return {because: `the quote ${quote} is not closed`};
  const end = from + whole[0].length;
  const rest = match(BLANK, text, end);
  if (rest === undefined) return {because: 'text follows the closing quote'};
  const value = whole[1] ?? '';
  return {value: quote === '"' ? unescaped(value) : value, end: end + rest[0].length};
}

function plainAt(text: string, from: number): Value {
  const line = match(PLAIN, text, from)?.[0] ?? '';
  const value = line.replace(/(?:^|(?<![ \t])[ \t]+)#.*$/, '').trimEnd();
  if (value.includes('#'))
    return {because: 'it contains a # that some tools treat as a comment: put the value in quotes'};
  return {value, end: from + line.length + 1};
}

const unescaped = (text: string): string =>
  text.replaceAll(/\\([^])/g, (whole, char: string) => ESCAPES[char] ?? whole);

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}
