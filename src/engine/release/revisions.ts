import {GantryError} from '../../core/failure/failure.ts';
import {parseReleaseKey, type ReleaseKey, releasesPrefix} from '../../core/release/keys.ts';
import {speaking} from '../../core/release/speaking.ts';
import type {Backend} from '../../ports/backend.ts';

/**
 * The stored release that speaks for each revision, newest first. A run that died between its lock and its head left a number
 * that the next run used again: the higher epoch counts; and the record of a run counts more than its intent.
 */
export async function revisions(backend: Backend, lineage: string): Promise<readonly ReleaseKey[]> {
  return speaking(await storedReleases(backend, lineage));
}

/** All that is stored of the runs of a series. */
export const storedReleases = async (backend: Backend, lineage: string): Promise<readonly ReleaseKey[]> =>
  (await backend.list(releasesPrefix(lineage))).flatMap((key) => parseReleaseKey(key) ?? []);

/** The error of a release that is not stored. */
export const notFound = (detail: string): GantryError => new GantryError({code: 'release/not-found', detail});
