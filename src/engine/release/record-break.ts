import {damaged} from '../../core/release/document.ts';
import {unlockKey, unlocksPrefix} from '../../core/release/keys.ts';
import {decodeBreak, encodeBreak, type LockBreak} from '../../core/release/lock-break.ts';
import type {Backend} from '../../ports/backend.ts';
import {readLock} from './lock-record.ts';
import {settledPut} from './settled-put.ts';

/**
 * Stores the record of a broken lock permanently. The write that breaks the lock already contains the whole record. If that
 * process dies before it gets here, the next run that takes the lock stores the record with the same bytes.
 */
export async function recordBreak(backend: Backend, lineage: string, broken: LockBreak): Promise<void> {
  const key = unlockKey(lineage, broken.from.token);
  const outcome = await settledPut(backend, key, encodeBreak(broken), undefined);
  if (outcome === 'conflict') throw damaged(key, 'it does not match the break that the lock records');
}

/** Returns every recorded break of the lock of a release history, oldest first, including one that only the lock itself records. */
export async function readBreaks(backend: Backend, lineage: string): Promise<readonly LockBreak[]> {
  // Read the lock first: a run that takes it meanwhile stores the break record before.
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
