import {withinTime} from '../../../lib/within-time.ts';
import {Refusal} from '../../model/status.ts';
import {goRegexp} from '../regexp/go-regexp.ts';

/** Longer texts are matched under a time limit. Setting the limit takes half a millisecond, which a short text does not need. */
const LONG_TEXT = 1000;
const LONGEST_MS = 5000;

/**
 * Reports whether a text matches a Go regular expression; undefined if the expression is invalid.
 * @throws Refusal 500 if the match exceeds the time limit
 */
export function matchesPattern(pattern: string, text: string): boolean | undefined {
  const regexp = goRegexp(pattern);
  if (!regexp.ok) return undefined;
  const test = (): boolean => regexp.expression.test(text);
  if (text.length <= LONG_TEXT) return test();
  const ended = withinTime(test, LONGEST_MS);
  if (ended !== undefined) return ended.value;
  const message = `Internal error occurred: the sandbox exceeded its time limit while matching a value against '${pattern}'`;
  throw new Refusal({code: 500, reason: 'InternalError', message, details: {}});
}
