import type {Environment} from '@marcbachmann/cel-js';
import {type Found, find, isMatch} from '../regexp/find.ts';
import {goRegexp} from '../regexp/go-regexp.ts';
import type {Program} from '../regexp/program.ts';
import {OWN_MATCHES} from './own-names.ts';

function compiled(pattern: string): Program {
  const expression = goRegexp(pattern);
  if (!expression.ok) throw new Error(expression.message);
  return expression.program;
}

const matches = (text: string, pattern: string): boolean => isMatch(compiled(pattern), text);

const firstOf = (text: string, pattern: string): string => partOf(text, find(compiled(pattern), text, 0));

const partOf = (text: string, found: Found | undefined): string =>
  found === undefined ? '' : text.slice(found.start, found.end);

/** As Go's `FindAllString`: an empty match right behind another is left out. */
function allOf(text: string, pattern: string, most: bigint): readonly string[] {
  const program = compiled(pattern);
  const limit = most < 0n ? Number.POSITIVE_INFINITY : Number(most);
  const all: string[] = [];
  let last = -1;
  for (let at = 0; at <= text.length && all.length < limit; ) {
    const found = find(program, text, at);
    if (found === undefined) break;
    const isEmpty = found.start === found.end;
    if (!isEmpty || found.start !== last) all.push(partOf(text, found));
    last = found.end;
    at = isEmpty ? found.end + charLength(text, found.end) : found.end;
  }
  return all;
}

const charLength = (text: string, at: number): number => ((text.codePointAt(at) ?? 0) > 0xff_ff ? 2 : 1);

/** Functions that take an expression of Go's. `matches` of the language takes one of JavaScript. */
export function registerPatterns(environment: Environment): void {
  environment
    .registerFunction(`string.${OWN_MATCHES}(string): bool`, matches)
    .registerFunction('matches(string, string): bool', matches)
    .registerFunction('string.find(string): string', firstOf)
    .registerFunction('string.findAll(string): list<string>', (text: string, pattern: string) =>
      allOf(text, pattern, -1n),
    )
    .registerFunction('string.findAll(string, int): list<string>', allOf);
}
