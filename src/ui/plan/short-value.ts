import type {Json} from '../../core/json.ts';
import {printable} from '../printable.ts';

const LONGEST = 400;
const LEAD = 20;

/** A value on one line, cut when it is very long and not all is asked for. */
export const shortValue = (value: Json, detail: boolean): string => cut(printable(JSON.stringify(value)), detail);

/** Both values of a change. What very long ones begin with in common is left out: the difference must be in what is shown. */
export function shortValues(before: Json, after: Json, detail: boolean): readonly [before: string, after: string] {
  return shortTexts([printable(JSON.stringify(before)), printable(JSON.stringify(after))], detail);
}

/** The same for two texts that are lines already. */
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

/** The beginning of a line that is too long to be read. */
export const cut = (text: string, detail: boolean, whole = text.length): string =>
  detail || text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}… (${whole} characters)`;
