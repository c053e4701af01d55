import type {Backend} from '../../ports/backend.ts';
import type {HeldLock} from './held-lock.ts';

/** Listed and deleted at once by so many: a bucket or a cluster is far away. */
const AT_ONCE = 8;

/** Stored releases to delete while the lock is held. */
export type DeleteReleases = {
  readonly backend: Backend;
  readonly lock: Pick<HeldLock, 'assertHeld'>;
  /** Nothing in the head leads to them. */
  readonly keys: readonly string[];
  readonly signal: AbortSignal;
};

/** Deletes stored releases. Each for itself: whatever is left when it is stopped goes with the next prune. */
export async function deleteReleases({backend, lock, keys, signal}: DeleteReleases): Promise<void> {
  for (let start = 0; start < keys.length; start += AT_ONCE) {
    signal.throwIfAborted();
    lock.assertHeld();
    await Promise.all(keys.slice(start, start + AT_ONCE).map((key) => deleteOne(backend, key)));
  }
}

/** What is never written again has just one version; gone is as good as deleted, by us or by whoever was here before. */
async function deleteOne(backend: Backend, key: string): Promise<void> {
  const stored = await backend.get(key);
  if (stored !== undefined) await backend.delete(key, stored.version);
}
