import {parseReleaseKey, parseSealedKey, type ReleaseKey, releasesPrefix} from '../../core/release/keys.ts';
import type {Backend} from '../../ports/backend.ts';
import type {HeldLock} from './held-lock.ts';
import {notePruned} from './note-pruned.ts';

/** The number of releases that are read and deleted at once, because requests to a remote backend take long. */
const AT_ONCE = 8;

/** Stored releases to delete while the lock is held. */
export type DeleteReleases = {
  readonly backend: Backend;
  readonly lock: Pick<HeldLock, 'assertHeld' | 'lineage'>;
  /** The keys to delete. The head does not refer to any of them. */
  readonly keys: readonly string[];
  readonly signal: AbortSignal;
};

/** Deletes stored releases one by one. If the call is interrupted, the next prune deletes the remaining ones. */
export async function deleteReleases({backend, lock, keys, signal}: DeleteReleases): Promise<void> {
  lock.assertHeld();
  await notePruned(backend, lock.lineage, keys);
  for (let start = 0; start < keys.length; start += AT_ONCE) {
    signal.throwIfAborted();
    lock.assertHeld();
    await Promise.all(keys.slice(start, start + AT_ONCE).map((key) => deleteOne(backend, key)));
  }
  await deleteSealed({backend, lock, signal});
}

/** Deletes sealed values whose release no longer exists, or was never stored because its run died. */
async function deleteSealed({backend, lock, signal}: Omit<DeleteReleases, 'keys'>): Promise<void> {
  const stored = await backend.list(releasesPrefix(lock.lineage));
  const runs = new Set(stored.flatMap((key) => runOf(parseReleaseKey(key))));
  for (const key of stored) {
    const run = parseSealedKey(key)?.run;
    if (run === undefined || runs.has(run)) continue;
    signal.throwIfAborted();
    lock.assertHeld();
    await deleteOne(backend, key);
  }
}

const runOf = (key: ReleaseKey | undefined): readonly string[] =>
  key === undefined ? [] : [`${key.revision}-${key.epoch}`];

/** Deletes one release. A release is never written again, so it has only one version. A missing release counts as deleted. */
async function deleteOne(backend: Backend, key: string): Promise<void> {
  const stored = await backend.get(key);
  if (stored !== undefined) await backend.delete(key, stored.version);
}
