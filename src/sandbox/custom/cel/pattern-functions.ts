import type {Environment} from '@marcbachmann/cel-js';
import type {RE2JS} from 're2js';
import {findAll, goRegexp} from '../regexp/go-regexp.ts';
import {OWN_MATCHES} from './own-names.ts';

function compiled(pattern: string): RE2JS {
  const regexp = goRegexp(pattern);
  if (!regexp.ok) throw new Error(regexp.message);
  return regexp.expression;
}

const matches = (text: string, pattern: string): boolean => compiled(pattern).test(text);

const firstOf = (text: string, pattern: string): string => allOf(text, pattern, 1n)[0] ?? '';

function allOf(text: string, pattern: string, most: bigint): readonly string[] {
  const all: string[] = [];
  for (const {start, end} of findAll(compiled(pattern), text)) {
    if (BigInt(all.length) === most) break;
    all.push(text.slice(start, end));
  }
  return all;
}

/** Registers functions with Go regular expressions. The library's own `matches` takes JavaScript ones. */
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
