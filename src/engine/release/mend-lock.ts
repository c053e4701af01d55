import {randomUUID} from 'node:crypto';
import {GantryError} from '../../core/failure/failure.ts';
import {lockKey} from '../../core/release/keys.ts';
import {decodeLock, encodeLock} from '../../core/release/lock.ts';
import type {Backend} from '../../ports/backend.ts';
import {settledPut} from './settled-put.ts';

/**
 * Puts a free lock in the place of one that cannot be read. Nobody knows whose it was: a run that still holds it loses it, and says
 * so. False: there was no damage.
 */
export async function mendLock(backend: Backend, lineage: string): Promise<boolean> {
  const key = lockKey(lineage);
  const stored = await backend.get(key);
  if (stored === undefined || !isDamaged(key, stored.value)) return false;
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
