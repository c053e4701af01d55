import {randomUUID} from 'node:crypto';
import {GantryError} from '../../core/failure/failure.ts';
import {lockKey} from '../../core/release/keys.ts';
import {decodeLock, encodeLock} from '../../core/release/lock.ts';
import type {Backend} from '../../ports/backend.ts';
import {settledPut} from './settled-put.ts';

/**
 * Replaces a lock record that cannot be read by a free lock. The holder is unknown: a run that still holds the lock loses it, and
 * reports that. `beforeWrite` may still refuse it by throwing. Returns false if the lock is not damaged or if another process changed it first.
 */
export async function repairLock(
  backend: Backend,
  lineage: string,
  beforeWrite?: () => Promise<unknown>,
): Promise<boolean> {
  const key = lockKey(lineage);
  const stored = await backend.get(key);
  if (stored === undefined || !isDamaged(key, stored.value)) return false;
  await beforeWrite?.();
  const free = encodeLock({formatVersion: 1, state: 'free', token: randomUUID()});
  return (await settledPut(backend, key, free, stored.version)) !== 'conflict';
}

function isDamaged(key: string, value: Uint8Array): boolean {
  try {
    decodeLock(key, value);
    return false;
  } catch (error) {
    if (error instanceof GantryError && error.failure.code === 'release/damaged') return true;
    throw error;
  }
}
