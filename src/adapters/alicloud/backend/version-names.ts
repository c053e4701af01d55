import {isKey} from '../../../core/release/check-key.ts';

/** The number of digits of a version. It is enough for a write each millisecond for thirty years, and makes names sort like numbers. */
const DIGITS = 12;

/** Returns the name of a version of a key: `releases/a/head.json/.000000000007`. A segment of a key never begins with a dot. */
export const versionName = (key: string, number: number): string =>
  `${versionsOf(key)}${String(number).padStart(DIGITS, '0')}`;

/** Returns the prefix of the names of all versions of a key. */
export const versionsOf = (key: string): string => `${key}/.`;

/** Returns the key and the number in a name. Undefined if the name is not a version of a key. */
export function versionIn(name: string): {readonly key: string; readonly number: number} | undefined {
  const slash = name.lastIndexOf('/.');
  const [key, digits] = [name.slice(0, slash), name.slice(slash + 2)];
  return slash > 0 && isKey(key) && /^\d{12}$/.test(digits) && Number(digits) > 0
    ? {key, number: Number(digits)}
    : undefined;
}
