import {secretForms} from './scrub-text.ts';

/** The minimum length of a value that is searched for inside other texts. Shorter ones occur by chance. */
const MIN_PART = 8;
const MIN_WHOLE = 4;

/** Returns false for every text, because there are no secrets. */
export const KNOWS_NONE = (): boolean => false;

/** Returns a test whether a text is or contains one of these values: raw, in base64, escaped, or a line of it. */
export function knowsValues(values: Iterable<string>): (text: string) => boolean {
  const all = [...new Set(values)];
  if (all.length === 0) return KNOWS_NONE;
  const whole = new Set(all.filter((value) => value.length >= MIN_WHOLE));
  const parts = [...new Set(all.filter((value) => value.length >= MIN_PART).flatMap(secretForms))];
  return (text) => whole.has(text) || parts.some((part) => text.includes(part));
}
