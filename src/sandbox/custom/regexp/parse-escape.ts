import {GoSyntaxError} from './go-syntax.ts';

/** A character of a regular expression; `end` is the index behind its escape sequence. */
export type Escaped = {readonly code: number; readonly end: number};

const CONTROL: Readonly<Record<string, number>> = {a: 7, f: 12, n: 10, r: 13, t: 9, v: 11};
const LAST_CODE = 0x10_ff_ff;

/** Reads the escape of one character, whose backslash is at `start`: `\.`, `\x7F`, `\x{10FFFF}`, `\012`, `\n`. */
export function parseEscape(pattern: string, start: number): Escaped {
  const letter = charAt(pattern, start + 1);
  if (letter === '') throw new GoSyntaxError('trailing backslash at end of expression', '');
  const after = start + 1 + letter.length;
  const control = CONTROL[letter];
  if (control !== undefined) return {code: control, end: after};
  if (letter === 'x') return hexadecimal(pattern, start, after);
  const octal = /^(?:0[0-7]{0,2}|[1-7][0-7]{1,2})/.exec(pattern.slice(start + 1, start + 4))?.[0];
  if (octal !== undefined) return {code: Number.parseInt(octal, 8), end: start + 1 + octal.length};
  if (/^[\0-\u{7F}]$/u.test(letter) && !/^[0-9A-Za-z]$/.test(letter)) return {code: letter.charCodeAt(0), end: after};
  throw refused(pattern, start, after);
}

/** Returns the whole character at a place, empty at the end. */
export function charAt(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
}

function hexadecimal(pattern: string, start: number, after: number): Escaped {
  if (after >= pattern.length) throw refused(pattern, start, after);
  if (pattern[after] !== '{') return twoDigits(pattern, start, after);
  let code = 0;
  let end = after + 1;
  // No further than the digit that makes it too large.
  for (; code <= LAST_CODE && /^[0-9A-Fa-f]$/.test(pattern[end] ?? ''); end++)
    code = code * 16 + Number.parseInt(pattern[end] ?? '', 16);
  if (code > LAST_CODE) throw refused(pattern, start, end);
  if (pattern[end] === '}' && end > after + 1) return {code, end: end + 1};
  throw refused(pattern, start, end + charAt(pattern, end).length);
}

function twoDigits(pattern: string, start: number, after: number): Escaped {
  const digits = pattern.slice(after, after + 2);
  if (/^[0-9A-Fa-f]{2}$/.test(digits)) return {code: Number.parseInt(digits, 16), end: after + 2};
  const first = charAt(pattern, after);
  throw refused(pattern, start, after + first.length + charAt(pattern, after + first.length).length);
}

const refused = (pattern: string, start: number, end: number): GoSyntaxError =>
  new GoSyntaxError('invalid escape sequence', pattern.slice(start, end));
