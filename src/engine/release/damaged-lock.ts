import {randomUUID} from 'node:crypto';
import {GantryError} from '../../core/failure/failure.ts';
import type {HeldState} from '../../core/release/held-state.ts';
import {lockKey} from '../../core/release/keys.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Clock} from '../../ports/clock.ts';
import {readLock, type StoredLock} from './lock-record.ts';

/**
 * Reads a lock, also one that is damaged. A damaged lock counts as held by an unknown holder, because a run may hold it. Use this
 * only to break a lock by force.
 * @throws GantryError backend/io, release/newer-format
 */
export async function readAnyLock(backend: Backend, lineage: string, clock: Clock): Promise<StoredLock | undefined> {
  try {
    return await readLock(backend, lineage);
  } catch (error) {
    if (!(error instanceof GantryError) || error.failure.code !== 'release/damaged') throw error;
    const stored = await backend.get(lockKey(lineage));
    if (stored === undefined) return undefined;
    return {lock: unreadable(clock.now().toISOString()), version: stored.version};
  }
}

/** Returns a held lock with a new token, because the same damage may occur twice and each break is recorded separately. */
const unreadable = (since: string): HeldState => ({
  formatVersion: 1,
  state: 'held',
  token: `damaged-${randomUUID()}`,
  renewal: 0,
  durationMs: 0,
  since,
  holder: {
    user: 'unknown',
    host: 'unknown',
    bootId: '',
    pid: 0,
    processStart: '',
    command: 'unknown: the lock is damaged',
  },
});
