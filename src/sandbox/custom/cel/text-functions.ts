import {isIP} from 'node:net';
import type {Environment} from '@marcbachmann/cel-js';
import {formatCheck} from '../value/formats.ts';
import {goPattern} from '../value/go-pattern.ts';

const letters = (text: string): readonly string[] => Array.from(text);

const replaced = (text: string, old: string, by: string, most: bigint): string => {
  if (most < 0n) return text.replaceAll(old, () => by);
  const parts = text.split(old);
  const kept = Math.min(Number(most), parts.length - 1);
  return [parts.slice(0, kept + 1).join(by), ...parts.slice(kept + 1)].join(old);
};

const found = (text: string, pattern: string): readonly string[] => {
  const expression = goPattern(pattern);
  if (expression === undefined) throw new Error(`error parsing regexp: ${pattern}`);
  return Array.from(text.matchAll(new RegExp(expression.source, `${expression.flags}g`)), ([whole]) => whole);
};

/** Functions on texts that Kubernetes has, and the language here does not. */
export function registerTexts(environment: Environment): void {
  environment
    .registerFunction('string.charAt(int): string', (text: string, at: bigint) => letters(text)[Number(at)] ?? '')
    .registerFunction('string.replace(string, string): string', (text: string, old: string, by: string) =>
      text.replaceAll(old, () => by),
    )
    .registerFunction(
      'string.replace(string, string, int): string',
      (text: string, old: string, by: string, most: bigint) => replaced(text, old, by, most),
    )
    .registerFunction('string.reverse(): string', (text: string) => letters(text).toReversed().join(''))
    .registerFunction('string.find(string): string', (text: string, pattern: string) => found(text, pattern)[0] ?? '')
    .registerFunction('string.findAll(string): list<string>', (text: string, pattern: string) => found(text, pattern))
    .registerFunction('string.findAll(string, int): list<string>', (text: string, pattern: string, most: bigint) =>
      most < 0n ? found(text, pattern) : found(text, pattern).slice(0, Number(most)),
    )
    .registerFunction('isIP(string): bool', (text: string) => isIP(text) !== 0 && !text.includes('%'))
    .registerFunction('isCIDR(string): bool', (text: string) => formatCheck('cidr')?.(text) === true)
    .registerFunction('isURL(string): bool', (text: string) => formatCheck('uri')?.(text) === true);
}
