import {secretForms} from './scrub-text.ts';

/** Shorter values are found in other texts by chance: of them only a whole text tells. */
const MIN_PART = 8;
const MIN_WHOLE = 4;

/** Where there are no secrets: nothing needs to be looked at. */
export const KNOWS_NONE = (): boolean => false;

/** Whether a text is one of these values, or holds one: raw, in base64, escaped, or a line of it. */
export function knowsValues(values: Iterable<string>): (text: string) => boolean {
  const all = [...new Set(values)];
  if (all.length === 0) return KNOWS_NONE;
  const whole = new Set(all.filter((value) => value.length >= MIN_WHOLE));
  const parts = [...new Set(all.filter((value) => value.length >= MIN_PART).flatMap(secretForms))];
  return (text) => whole.has(text) || parts.some((part) => text.includes(part));
}
