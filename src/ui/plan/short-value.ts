import type {Json} from '../../core/json.ts';
import {printable} from '../printable.ts';

const LONGEST = 400;
const LEAD = 20;

/** Returns a value on one line, shortened if it is very long and `--detail` is not set. */
export const shortValue = (value: Json, detail: boolean): string => cut(printable(JSON.stringify(value)), detail);

/** Returns both values of a change. A common beginning of very long values is left out, so that the difference is visible. */
export function shortValues(before: Json, after: Json, detail: boolean): readonly [before: string, after: string] {
  return shortTexts([printable(JSON.stringify(before)), printable(JSON.stringify(after))], detail);
}

/** Returns two single-line texts, shortened in the same way. */
export function shortTexts(
  [before, after]: readonly [string, string],
  detail: boolean,
): readonly [before: string, after: string] {
  if (detail || (before.length <= LONGEST && after.length <= LONGEST)) return [before, after];
  let common = 0;
  while (common < before.length && common < after.length && before[common] === after[common]) common++;
  const from = Math.max(0, common - LEAD);
  const shown = (text: string): string => cut(from === 0 ? text : `…${text.slice(from)}`, detail, text.length);
  return [shown(before), shown(after)];
}

/** Returns the beginning of a very long line. */
export const cut = (text: string, detail: boolean, whole = text.length): string =>
  detail || text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}… (${whole} characters)`;
