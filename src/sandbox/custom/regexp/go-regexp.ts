import type {RE2JS} from 're2js';
import {re2} from './load-re2.ts';

/** A compiled Go regular expression (RE2), or Go's error message. */
export type GoRegexp = {readonly ok: true; readonly expression: RE2JS} | {readonly ok: false; readonly message: string};

const known = new Map<string, GoRegexp>();

/** Compiles an expression as Go's `regexp.Compile` does. The results are cached. */
export function goRegexp(pattern: string): GoRegexp {
  const before = known.get(pattern);
  if (before !== undefined) return before;
  const made = compile(pattern);
  known.set(pattern, made);
  return made;
}

function compile(pattern: string): GoRegexp {
  const {RE2JS, RE2JSException} = re2();
  try {
    return {ok: true, expression: RE2JS.compile(withoutNames(pattern))};
  } catch (error) {
    if (error instanceof RE2JSException) return {ok: false, message: goMessage(error.message, pattern)};
    throw error;
  }
}

/** Removes the names of groups. Go allows duplicate names and RE2JS does not, and no group is read here. */
function withoutNames(pattern: string): string {
  const names = [...pattern.matchAll(GROUP_NAME)].flatMap(([, name]) => name ?? []);
  if (new Set(names).size === names.length) return pattern;
  return pattern.replaceAll(GROUP_NAME, (whole, name?: string) => (name === undefined ? whole : '('));
}

/** Matches an escaped character, which is skipped, or the start of a named group. */
const GROUP_NAME = /\\[^]|\(\?P?<(\w+)>/g;

/** Appends the part of the expression that Go prints after these errors. */
function goMessage(message: string, pattern: string): string {
  if (message.endsWith('trailing backslash at end of expression')) return `${message}: \`\``;
  return /(?:nests too deeply|too large)$/.test(message) ? `${message}: \`${pattern}\`` : message;
}

/** A part of a text by its offsets. */
export type Found = {readonly start: number; readonly end: number};

/** Yields the matches that Go's `FindAllStringIndex` returns: an empty match right after another match is left out. */
export function* findAll(expression: RE2JS, text: string): Generator<Found, void> {
  const matcher = expression.matcher(text);
  let last = -1;
  while (matcher.find()) {
    const [start, end] = [matcher.start(), matcher.end()];
    if (start !== end || start !== last) yield {start, end};
    last = end;
  }
}
