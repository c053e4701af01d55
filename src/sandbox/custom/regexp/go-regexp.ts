import type {RE2JS} from 're2js';
import {re2} from './load-re2.ts';

/** An expression of Go's (RE2) that can be matched; or what Go says of it where it is none. */
export type GoRegexp = {readonly ok: true; readonly expression: RE2JS} | {readonly ok: false; readonly message: string};

const known = new Map<string, GoRegexp>();

/** Reads an expression as Go's `regexp.Compile` does. Each is read once. */
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

/** Go permits two groups with one name, and RE2JS does not. Nothing here reads a group. */
function withoutNames(pattern: string): string {
  const names = [...pattern.matchAll(GROUP_NAME)].flatMap(([, name]) => name ?? []);
  if (new Set(names).size === names.length) return pattern;
  return pattern.replaceAll(GROUP_NAME, (whole, name?: string) => (name === undefined ? whole : '('));
}

/** An escaped character, which is skipped, or the start of a group with a name. */
const GROUP_NAME = /\\[^]|\(\?P?<(\w+)>/g;

/** Adds the part of the expression that Go shows behind these errors. */
function goMessage(message: string, pattern: string): string {
  if (message.endsWith('trailing backslash at end of expression')) return `${message}: \`\``;
  return /(?:nests too deeply|too large)$/.test(message) ? `${message}: \`${pattern}\`` : message;
}

/** A part of a text, by its offsets. */
export type Found = {readonly start: number; readonly end: number};

/** Yields what Go's `FindAllStringIndex` finds: an empty match right behind another is left out. */
export function* findAll(expression: RE2JS, text: string): Generator<Found, void> {
  const matcher = expression.matcher(text);
  let last = -1;
  while (matcher.find()) {
    const [start, end] = [matcher.start(), matcher.end()];
    if (start !== end || start !== last) yield {start, end};
    last = end;
  }
}
