import type {OnEvent} from '../../core/event.ts';
import type {HeldState} from '../../core/release/held-state.ts';
import type {Holder} from '../../core/release/holder.ts';
import {lockKey} from '../../core/release/keys.ts';
import {encodeLock} from '../../core/release/lock.ts';
import type {BreakReason, LockBreak} from '../../core/release/lock-break.ts';
import type {LockFacts} from '../../core/release/lock-facts.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Clock} from '../../ports/clock.ts';
import {readAnyLock} from './damaged-lock.ts';
import {isDeadHolder} from './holder.ts';
import {readLock} from './lock-record.ts';
import {recordBreak} from './record-break.ts';
import {settledPut} from './settled-put.ts';
import {factsNow, lockedBy} from './take-lock.ts';
import {watchLock} from './watch-lock.ts';

/** A lock that may be freed, with the facts about its holder. */
export type FoundLock = LockFacts & {readonly because: BreakReason};

/** A lock to free on behalf of its holder. */
export type UnlockRequest = {
  readonly backend: Backend;
  readonly clock: Clock;
  readonly lineage: string;
  /** The person who frees the lock, for the record. */
  readonly by: Holder;
  /** Free the lock without checking whether the holder is alive. */
  readonly force: boolean;
  /** Asks for confirmation, after the holder and the reason are known. */
  readonly confirm?: (found: FoundLock) => Promise<boolean>;
  readonly signal: AbortSignal;
  readonly onEvent: OnEvent;
  readonly isDead?: (holder: Holder) => boolean;
};

/** The outcome of an unlock. `free`: the lock was not held. */
export type Unlocked =
  | {readonly kind: 'free'}
  | {readonly kind: 'declined'}
  | {readonly kind: 'unlocked'; readonly found: FoundLock; readonly broken: LockBreak};

const LOOK_MS = 1_000;

/**
 * Frees a lock whose holder is dead, and records that. If the holder is not provably dead, watches the lease until it is renewed
 * (the holder is alive) or expires. The head is not changed: a holder that is alive after all can still record its run, as long
 * as no other run has taken the lock.
 * @throws GantryError release/locked if the holder is alive and `force` is not set; release/damaged if the lock is damaged and
 * `force` is not set
 */
export async function unlock(request: UnlockRequest): Promise<Unlocked> {
  const {backend, clock, lineage, force, signal, onEvent, isDead = isDeadHolder} = request;
  const watch = watchLock(clock);
  const agrees = askingOnce(request.confirm);
  let reported: string | undefined;
  for (;;) {
    signal.throwIfAborted();
    const stored = force ? await readAnyLock(backend, lineage, clock) : await readLock(backend, lineage);
    if (stored === undefined || stored.lock.state === 'free') return {kind: 'free'};
    const {lock, version} = stored;
    const sight = watch(stored);
    const because = force ? 'forced' : reason(isDead(lock.holder), sight.expired);
    if (because !== undefined) {
      const found: FoundLock = {...factsNow(lock, sight, clock), because};
      if (!(await agrees(lock.token, found))) return {kind: 'declined'};
      const broken = breakOf(lock, because, request);
      if (await freed(request, {broken, version})) return {kind: 'unlocked', found, broken};
      continue; // The lock changed meanwhile: read it again.
    }
    if (sight.renewed || (reported !== undefined && reported !== lock.token)) throw lockedBy(lock, sight, clock);
    if (reported === undefined) onEvent({type: 'lock-waiting', ...factsNow(lock, sight, clock)});
    reported = lock.token;
    await clock.sleep(LOOK_MS, signal);
  }
}

/** Asks again for each new holder, because a confirmation covers only the holder that was shown. */
function askingOnce(confirm: UnlockRequest['confirm']): (token: string, found: FoundLock) => Promise<boolean> {
  let agreed: string | undefined;
  return async (token, found) => {
    if (confirm !== undefined && agreed !== token && !(await confirm(found))) return false;
    agreed = token;
    return true;
  };
}

const reason = (dead: boolean, expired: boolean): BreakReason | undefined =>
  dead ? 'dead' : expired ? 'expired' : undefined;

function breakOf({token, since, holder}: HeldState, because: BreakReason, {by, clock}: UnlockRequest): LockBreak {
  return {formatVersion: 1, at: clock.now().toISOString(), by, because, from: {token, since, holder}};
}

type Freeing = {readonly broken: LockBreak; readonly version: string};

/** Frees the lock with one write that also names the person who did it. The permanent record is copied from that write. */
async function freed({backend, lineage}: UnlockRequest, {broken, version}: Freeing): Promise<boolean> {
  const free = encodeLock({formatVersion: 1, state: 'free', token: broken.from.token, broken});
  if ((await settledPut(backend, lockKey(lineage), free, version)) === 'conflict') return false;
  await recordBreak(backend, lineage, broken);
  return true;
}
