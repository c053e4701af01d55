import {damaged} from '../../core/release/document.ts';
import {unlockKey, unlocksPrefix} from '../../core/release/keys.ts';
import {decodeBreak, encodeBreak, type LockBreak} from '../../core/release/lock-break.ts';
import type {Backend} from '../../ports/backend.ts';
import {readLock} from './lock-record.ts';
import {settledPut} from './settled-put.ts';

/**
 * Keeps a break of the lock for good. The break itself is one write of the lock, and says all of this: so whoever broke it may die
 * before it comes here, and the next one who takes the lock does it instead, with the same bytes.
 */
export async function recordBreak(backend: Backend, lineage: string, broken: LockBreak): Promise<void> {
  const key = unlockKey(lineage, broken.from.token);
  const outcome = await settledPut(backend, key, encodeBreak(broken), undefined);
  if (outcome === 'conflict') throw damaged(key, 'it is not about the break that the lock tells of');
}

/** Every break of the lock of a series that is on record or still told by the lock itself, oldest first. */
export async function readBreaks(backend: Backend, lineage: string): Promise<readonly LockBreak[]> {
  // The lock first: who takes it meanwhile puts the break on record before.
  const lock = (await readLock(backend, lineage))?.lock;
  const keys = await backend.list(unlocksPrefix(lineage));
  const kept = await Promise.all(keys.map((key) => readBreak(backend, key)));
  const found = new Map(kept.flat().map((broken) => [broken.from.token, broken]));
  if (lock?.state === 'free' && lock.broken !== undefined) found.set(lock.broken.from.token, lock.broken);
  return [...found.values()].toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

async function readBreak(backend: Backend, key: string): Promise<readonly LockBreak[]> {
  const stored = await backend.get(key);
  return stored === undefined ? [] : [decodeBreak(key, stored.value)];
}
