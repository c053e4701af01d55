import {GantryError} from '../../core/failure/failure.ts';
import {prunedKey, type ReleaseKey} from '../../core/release/keys.ts';
import {latestRecords} from '../../core/release/latest-records.ts';
import {
  decodePruned,
  encodePruned,
  type PrunedRecord,
  type PrunedRelease,
  recordPruned,
} from '../../core/release/pruned-record.ts';
import {defined} from '../../lib/defined.ts';
import {mapLimited} from '../../lib/limit-concurrency.ts';
import {sha256} from '../../lib/sha256.ts';
import type {Backend} from '../../ports/backend.ts';
import {checkMac} from './check-mac.ts';
import {hmacKey} from './hmac-key.ts';
import {isUseless, readRelease} from './release-history.ts';
import {storedReleases} from './revisions.ts';
import {settledPut} from './settled-put.ts';

const AT_ONCE = 8;

/** Records the releases that are about to be deleted, before the first of them is. Call this under the lock. */
export async function notePruned(backend: Backend, lineage: string, keys: readonly string[]): Promise<void> {
  const going = new Set(keys);
  const stored = await storedReleases(backend, lineage);
  const counting = latestRecords(stored);
  const oldestKept = counting.findLast(({key}) => !going.has(key))?.revision ?? 1;
  const between = counting.filter(({key, revision}) => going.has(key) && revision > oldestKept);
  const links = (await mapLimited(between, AT_ONCE, (one) => linkOf(backend, lineage, one))).flat();
  const before = await readPruned(backend, lineage);
  const record = recordPruned(lineage, {before: before?.record, going: links, oldestKept});
  if (record.upTo === 0 && record.between.length === 0) return;
  const value = encodePruned(record, await hmacKey(backend));
  if ((await settledPut(backend, prunedKey(lineage), value, before?.version)) === 'conflict')
    throw new GantryError({code: 'plan/stale', detail: 'another run pruned this release history'});
}

/** Returns the link of a release that is deleted. A release that cannot be read has none. */
async function linkOf(backend: Backend, lineage: string, {key}: ReleaseKey): Promise<readonly PrunedRelease[]> {
  const stored = await backend.get(key);
  if (stored === undefined) return [];
  const digest = {key, sha256: sha256(stored.value)};
  try {
    const {previous} = await readRelease(backend, lineage, {key});
    return [{...digest, ...defined({previous})}];
  } catch (error) {
    if (error instanceof GantryError && isUseless(error.failure)) return [digest];
    throw error;
  }
}

/**
 * Reads the record of pruned releases; undefined before the first prune.
 * @throws GantryError release/untrusted, release/damaged
 */
export async function readPruned(
  backend: Backend,
  lineage: string,
): Promise<{readonly record: PrunedRecord; readonly version: string} | undefined> {
  const key = prunedKey(lineage);
  const stored = await backend.get(key);
  if (stored === undefined) return undefined;
  const {mac, ...document} = decodePruned(lineage, stored.value);
  await checkMac(backend, {key, mac, place: {kind: 'pruned', lineage}, document});
  return {record: document, version: stored.version};
}
