import {Refusal} from '../../model/status.ts';
import {isMatch, MatchTooLong} from '../regexp/find.ts';
import {goRegexp} from '../regexp/go-regexp.ts';

/**
 * Whether a text matches an expression of Go's; undefined where Go has no such expression.
 * @throws Refusal 500 where text and expression are too long to tell in time
 */
export function matchesPattern(pattern: string, text: string): boolean | undefined {
  const expression = goRegexp(pattern);
  if (!expression.ok) return undefined;
  try {
    return isMatch(expression.program, text);
  } catch (error) {
    if (!(error instanceof MatchTooLong)) throw error;
    const message = `Internal error occurred: the sandbox cannot tell in time whether a value matches '${pattern}'`;
    throw new Refusal({code: 500, reason: 'InternalError', message, details: {}});
  }
}
