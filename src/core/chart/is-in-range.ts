import {readVersion} from './chart-version.ts';
import {readRange} from './version-range.ts';

/** Reports whether a version is the wanted one, or in the wanted range. Without a range every version is, except for pre-releases. */
export function isInRange(version: string, wanted: string | undefined): boolean {
  const read = readVersion(version);
  return version === wanted || (read !== undefined && readRange(wanted || '*')?.(read) === true);
}
