import type {OnEvent} from '../../core/event.ts';
import {describeHolder} from '../../core/release/describe-holder.ts';
import {lockKey} from '../../core/release/keys.ts';
import {encodeLock, type HeldState} from '../../core/release/lock.ts';
import type {Holder} from '../../core/release/release.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Clock} from '../../ports/clock.ts';
import {isDeadHolder} from './holder.ts';
import {readLock} from './lock-record.ts';
import {settledPut} from './settled-put.ts';
import {lockedBy} from './take-lock.ts';
import {watchLock} from './watch-lock.ts';

export type UnlockRequest = {
  readonly backend: Backend;
  readonly clock: Clock;
  readonly lineage: string;
  /** Do not ask whether the holder is alive. */
  readonly force: boolean;
  readonly signal: AbortSignal;
  readonly onEvent: OnEvent;
  readonly isDead?: (holder: Holder) => boolean;
};

export type Unlocked = {readonly lock: HeldState; readonly because: 'dead' | 'expired' | 'forced'};

const LOOK_MS = 1_000;

/**
 * Frees a lock whose holder is dead; undefined: it was free. Of a holder that we cannot prove dead, the lease is watched until
 * it is renewed (then it lives) or over. The head is not touched: a holder that lives after all may still record
 * what it did, as long as nobody has taken the lock since.
 * @throws GantryError release/locked when the holder lives and `force` is not set.
 */
export async function unlock(request: UnlockRequest): Promise<Unlocked | undefined> {
  const {backend, clock, lineage, force, signal, onEvent, isDead = isDeadHolder} = request;
  const watch = watchLock(clock);
  let first: HeldState | undefined;
  for (;;) {
    signal.throwIfAborted();
    const stored = await readLock(backend, lineage);
    if (stored === undefined || stored.lock.state === 'free') return undefined;
    const {lock, version} = stored;
    const because = force ? 'forced' : isDead(lock.holder) ? 'dead' : watch.expired(stored) ? 'expired' : undefined;
    if (because !== undefined) {
      const free = encodeLock({formatVersion: 1, state: 'free', token: lock.token});
      if ((await settledPut(backend, lockKey(lineage), free, version)) !== 'conflict') return {lock, because};
      continue; // It moved under our hands: look again.
    }
    if (first === undefined) onEvent({type: 'lock-waiting', holder: describeHolder(lock.holder), since: lock.since});
    else if (first.token !== lock.token || first.renewal !== lock.renewal) throw lockedBy(lock);
    first ??= lock;
    await clock.sleep(LOOK_MS, signal);
  }
}
