import type {Listed} from './oss-xml.ts';
import {versionIn} from './version-names.ts';

/** The highest version of a key, and the numbers of the remaining lower ones. */
export type HighestVersion = {
  readonly number: number;
  readonly bytes: number;
  readonly tag: string;
  readonly lower: readonly number[];
};

/** Returns the highest version of each listed key. Objects with other names are ignored. */
export function highestVersions(listed: readonly Listed[]): ReadonlyMap<string, HighestVersion> {
  const found = new Map<string, {number: number; bytes: number; tag: string; lower: number[]}>();
  for (const {name, bytes, tag} of listed) {
    const version = versionIn(name);
    if (version === undefined) continue;
    const {key, number} = version;
    const highest = found.get(key);
    if (highest === undefined) found.set(key, {number, bytes, tag, lower: []});
    else if (number > highest.number) found.set(key, {number, bytes, tag, lower: [...highest.lower, highest.number]});
    else highest.lower.push(number);
  }
  return found;
}
