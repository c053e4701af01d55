import {GantryError} from '../../core/failure/failure.ts';
import {parseReleaseKey, type ReleaseKey, releasesPrefix} from '../../core/release/keys.ts';
import type {Backend} from '../../ports/backend.ts';

/**
 * The stored release that speaks for each revision, newest first. A run that died between its lock and its head left a number
 * that the next run used again: the higher epoch counts; and the record of a run counts more than its intent.
 */
export async function revisions(backend: Backend, lineage: string): Promise<readonly ReleaseKey[]> {
  const best = new Map<number, ReleaseKey>();
  for (const key of await backend.list(releasesPrefix(lineage))) {
    const found = parseReleaseKey(key);
    if (found === undefined) continue;
    const known = best.get(found.revision);
    if (known === undefined || rank(found) > rank(known)) best.set(found.revision, found);
  }
  return [...best.values()].toSorted((a, b) => b.revision - a.revision);
}

const rank = ({epoch, pending}: ReleaseKey): number => epoch * 2 + (pending ? 0 : 1);

export const notFound = (detail: string): GantryError => new GantryError({code: 'release/not-found', detail});
