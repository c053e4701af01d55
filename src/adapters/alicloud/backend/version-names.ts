import {isKey} from '../../../core/release/check-key.ts';

/** Wide enough for a write each millisecond for thirty years; so the order of names is that of numbers. */
const DIGITS = 12;

/** A version of a key: `releases/a/head.json/.000000000007`. A segment of a key never begins with a dot. */
export const versionName = (key: string, number: number): string =>
  `${versionsOf(key)}${String(number).padStart(DIGITS, '0')}`;

/** What the names of all versions of a key begin with. */
export const versionsOf = (key: string): string => `${key}/.`;

/** The key and the number in a name; undefined: it is no version of a key. */
export function versionIn(name: string): {readonly key: string; readonly number: number} | undefined {
  const slash = name.lastIndexOf('/.');
  const [key, digits] = [name.slice(0, slash), name.slice(slash + 2)];
  return slash > 0 && isKey(key) && /^\d{12}$/.test(digits) && Number(digits) > 0
    ? {key, number: Number(digits)}
    : undefined;
}
