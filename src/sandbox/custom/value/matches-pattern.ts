import {withinTime} from '../../../lib/within-time.ts';
import {Refusal} from '../../model/status.ts';
import {goRegexp} from '../regexp/go-regexp.ts';

/** Matching takes time that grows with the text: only a long one needs a limit, which costs half a millisecond itself. */
const LONG_TEXT = 1000;
const LONGEST_MS = 5000;

/**
 * Whether a text matches an expression of Go's; undefined where Go has no such expression.
 * @throws Refusal 500 where text and expression are too long to tell in time
 */
export function matchesPattern(pattern: string, text: string): boolean | undefined {
  const regexp = goRegexp(pattern);
  if (!regexp.ok) return undefined;
  const test = (): boolean => regexp.expression.test(text);
  if (text.length <= LONG_TEXT) return test();
  const ended = withinTime(test, LONGEST_MS);
  if (ended !== undefined) return ended.value;
  const message = `Internal error occurred: the sandbox cannot tell in time whether a value matches '${pattern}'`;
  throw new Refusal({code: 500, reason: 'InternalError', message, details: {}});
}
