import type {CharSet} from './char-set.ts';

/** Where a text may be, without a character of its own. */
export type Assertion = 'text-start' | 'text-end' | 'line-start' | 'line-end' | 'word-edge' | 'no-word-edge';

/** An expression of Go's `regexp` (RE2), as a tree. Groups have no names: nothing here asks what they captured. */
export type Syntax =
  | {readonly is: 'set'; readonly set: CharSet}
  | {readonly is: 'assertion'; readonly what: Assertion}
  | {readonly is: 'sequence'; readonly parts: readonly Syntax[]}
  | {readonly is: 'choice'; readonly parts: readonly Syntax[]}
  | Repeat;

/** `most` is -1 where there is no limit. */
export type Repeat = {
  readonly is: 'repeat';
  readonly part: Syntax;
  readonly least: number;
  readonly most: number;
  readonly greedy: boolean;
};

/** An expression that Go refuses, in Go's words. */
export class GoSyntaxError extends Error {
  constructor(what: string, where?: string) {
    super(`error parsing regexp: ${what}${where === undefined ? '' : `: \`${where}\``}`);
  }
}

/** As Go counts: how often the innermost part is repeated. */
const MOST_REPEATS = 1000;

/** Whether a repetition, with those inside of it, stays within what Go permits. */
export function isRepeatable(syntax: Syntax, limit = MOST_REPEATS): boolean {
  if (syntax.is === 'sequence' || syntax.is === 'choice') return syntax.parts.every((one) => isRepeatable(one, limit));
  if (syntax.is !== 'repeat') return true;
  const {least, most, part} = syntax;
  // `*`, `+` and `?` are no counted repetitions.
  if (most === -1 ? least < 2 : most === 1 && least < 2) return isRepeatable(part, limit);
  const times = most === -1 ? least : most;
  if (times === 0) return true;
  return times <= limit && isRepeatable(part, Math.trunc(limit / times));
}
