import {GantryError} from '../../core/failure/failure.ts';
import {macProblem} from '../../core/release/mac.ts';
import {decodeRestores, RESTORES_KEY, RESTORES_PLACE, type Restore} from '../../core/release/restores.ts';
import {untrusted} from '../../core/release/untrusted.ts';
import {SEALING_KEY} from '../../core/sealing/sealing-document.ts';
import type {Secret} from '../../core/secret/secret.ts';
import {defined} from '../../lib/defined.ts';
import type {Backend} from '../../ports/backend.ts';

type Found = {
  /** The generation of the data key in the backend; 0 if it is not sealed. */
  readonly generation: number;
  /** The key of the MACs. */
  readonly key: Secret;
};

/**
 * Compares the data key with the newest one that this machine has seen. Older keys are valid, too, so a person who can write the backend could
 * put them back: runs would then seal secrets for recipients that a rekey has removed. A restore of the backend permits the key of its backup.
 * @throws GantryError release/untrusted
 */
export async function refuseOlderKey(backend: Backend, {generation, key}: Found): Promise<void> {
  const store = backend.seen?.dataKey;
  const seen = await store?.read();
  if (store === undefined || (seen?.generation ?? 0) === generation) return;
  const restore = await lastRestoreOf(backend, key);
  const restored = restore?.at;
  if (seen !== undefined && generation < seen.generation && !permits(restore, seen.restored, generation))
    throw untrusted(SEALING_KEY, generation === 0 ? 'gone' : 'replayed', {
      found: generation,
      known: {revision: seen.generation, file: store.file},
    });
  await store.note({generation, ...defined({restored})});
}

/** Reports whether a restore is newer than the one that was seen, and its backup had this data key or an older one. */
const permits = (restore: Restore | undefined, seen = '', generation: number): boolean =>
  restore !== undefined && restore.at > seen && restore.dataKey <= generation;

/** Reads the last restore without the cached keys, which are not accepted yet. A record with another MAC counts as none. */
async function lastRestoreOf(backend: Backend, key: Secret): Promise<Restore | undefined> {
  const stored = await backend.get(RESTORES_KEY);
  if (stored === undefined) return undefined;
  try {
    const {restores, mac, document} = decodeRestores(stored.value);
    return macProblem(key, mac, RESTORES_PLACE, document) === undefined ? restores.at(-1) : undefined;
  } catch (error) {
    if (error instanceof GantryError) return undefined;
    throw error;
  }
}
