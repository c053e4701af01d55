import {lockKey} from '../../core/release/keys.ts';
import {decodeLock, type Lock} from '../../core/release/lock.ts';
import type {Backend} from '../../ports/backend.ts';

/** A lock, with the version for a conditional write. */
export type StoredLock = {readonly lock: Lock; readonly version: string};

/** Returns undefined if the lineage has no lock record. @throws GantryError if it is damaged */
export async function readLock(backend: Backend, lineage: string): Promise<StoredLock | undefined> {
  const key = lockKey(lineage);
  const stored = await backend.get(key);
  return stored === undefined ? undefined : {lock: decodeLock(key, stored.value), version: stored.version};
}
