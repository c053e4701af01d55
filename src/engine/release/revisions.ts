import {GantryError} from '../../core/failure/failure.ts';
import {parseReleaseKey, type ReleaseKey, releasesPrefix} from '../../core/release/keys.ts';
import {latestRecords} from '../../core/release/latest-records.ts';
import type {Backend} from '../../ports/backend.ts';

/**
 * Returns the release key that counts for each revision, newest first. A run that died between its lock and its head left a
 * number that the next run used again, so the higher epoch counts. The record of a run takes precedence over its pending release.
 */
export async function revisions(backend: Backend, lineage: string): Promise<readonly ReleaseKey[]> {
  return latestRecords(await storedReleases(backend, lineage));
}

/** Lists the keys of all stored releases of a release history. */
export const storedReleases = async (backend: Backend, lineage: string): Promise<readonly ReleaseKey[]> =>
  (await backend.list(releasesPrefix(lineage))).flatMap((key) => parseReleaseKey(key) ?? []);

/** Returns the error for a release that does not exist. */
export const notFound = (detail: string): GantryError => new GantryError({code: 'release/not-found', detail});
