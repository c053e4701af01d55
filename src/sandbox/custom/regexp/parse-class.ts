import {type CharSet, charSet, range, type SetPart} from './char-set.ts';
import {GoSyntaxError} from './go-syntax.ts';
import {perlClass, posixClass, unicodeClass} from './named-classes.ts';
import {charAt, parseEscape} from './parse-escape.ts';

type Read<T> = {readonly value: T; readonly end: number};

const INVALID_RANGE = 'invalid character class range';

/** Reads a class in brackets, which begins at `start`. */
export function parseClass(pattern: string, start: number, fold: boolean): Read<CharSet> {
  const negated = pattern[start + 1] === '^';
  const first = start + (negated ? 2 : 1);
  const parts: SetPart[] = [];
  let at = first;
  while (at >= pattern.length || pattern[at] !== ']' || at === first) {
    const read =
      namedClass(pattern, at) ?? unicodeGroup(pattern, at) ?? perlGroup(pattern, at) ?? span(pattern, at, start);
    parts.push(read.value);
    at = read.end;
  }
  return {value: charSet(parts, negated, fold), end: at + 1};
}

function namedClass(pattern: string, at: number): Read<SetPart> | undefined {
  if (!pattern.startsWith('[:', at) || at + 2 >= pattern.length) return undefined;
  const end = pattern.indexOf(':]', at + 2);
  if (end === -1) return undefined;
  const value = posixClass(pattern.slice(at + 2, end));
  if (value === undefined) throw new GoSyntaxError(INVALID_RANGE, pattern.slice(at, end + 2));
  return {value, end: end + 2};
}

/** Reads `\d` and the like. */
export function perlGroup(pattern: string, at: number): Read<SetPart> | undefined {
  const value = pattern[at] === '\\' ? perlClass(pattern[at + 1] ?? '') : undefined;
  return value === undefined ? undefined : {value, end: at + 2};
}

/** Reads `\pL`, `\p{Greek}` and `\P{^Greek}`. */
export function unicodeGroup(pattern: string, at: number): Read<SetPart> | undefined {
  const letter = pattern[at + 1];
  if (pattern[at] !== '\\' || (letter !== 'p' && letter !== 'P')) return undefined;
  const {value: inner, end} = groupName(pattern, at);
  const isNot = inner.startsWith('^');
  const value = unicodeClass(isNot ? inner.slice(1) : inner, (letter === 'P') !== isNot);
  if (value === undefined) throw new GoSyntaxError(INVALID_RANGE, pattern.slice(at, end));
  return {value, end};
}

function groupName(pattern: string, at: number): Read<string> {
  if (pattern[at + 2] !== '{') {
    const value = charAt(pattern, at + 2);
    return {value, end: at + 2 + value.length};
  }
  const end = pattern.indexOf('}', at);
  if (end === -1) throw new GoSyntaxError(INVALID_RANGE, pattern.slice(at));
  return {value: pattern.slice(at + 3, end), end: end + 1};
}

/** Reads a character, or a range of them. */
function span(pattern: string, at: number, start: number): Read<SetPart> {
  const low = classChar(pattern, at, start);
  const isRange = pattern[low.end] === '-' && low.end + 1 < pattern.length && pattern[low.end + 1] !== ']';
  const high = isRange ? classChar(pattern, low.end + 1, start) : low;
  if (high.value < low.value) throw new GoSyntaxError(INVALID_RANGE, pattern.slice(at, high.end));
  return {value: {source: range(low.value, high.value), negated: false}, end: high.end};
}

function classChar(pattern: string, at: number, start: number): Read<number> {
  if (pattern[at] === '\\') {
    const {code, end} = parseEscape(pattern, at);
    return {value: code, end};
  }
  const code = pattern.codePointAt(at);
  if (code === undefined) throw new GoSyntaxError('missing closing ]', pattern.slice(start));
  return {value: code, end: at + String.fromCodePoint(code).length};
}
