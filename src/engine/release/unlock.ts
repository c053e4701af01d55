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

/** A lock that may be freed, and what is known of its holder. */
export type FoundLock = LockFacts & {readonly because: BreakReason};

/** A lock to free without its holder. */
export type UnlockRequest = {
  readonly backend: Backend;
  readonly clock: Clock;
  readonly lineage: string;
  /** Who frees it: kept with the record. */
  readonly by: Holder;
  /** Do not ask whether the holder is alive. */
  readonly force: boolean;
  /** The last word, when it is known whose lock it is and why it may be freed. */
  readonly confirm?: (found: FoundLock) => Promise<boolean>;
  readonly signal: AbortSignal;
  readonly onEvent: OnEvent;
  readonly isDead?: (holder: Holder) => boolean;
};

/** What became of the lock; `free`: there was none. */
export type Unlocked =
  | {readonly kind: 'free'}
  | {readonly kind: 'declined'}
  | {readonly kind: 'unlocked'; readonly found: FoundLock; readonly broken: LockBreak};

const LOOK_MS = 1_000;

/**
 * Frees a lock whose holder is dead, and puts that on record. Of a holder that we cannot prove dead, the lease is watched until
 * it is renewed (then it lives) or over. The head is not touched: a holder that lives after all may still record
 * what it did, as long as nobody has taken the lock since.
 * @throws GantryError release/locked when the holder lives and `force` is not set, release/damaged likewise.
 */
export async function unlock(request: UnlockRequest): Promise<Unlocked> {
  const {backend, clock, lineage, force, signal, onEvent, isDead = isDeadHolder} = request;
  const watch = watchLock(clock);
  const agrees = askingOnce(request.confirm);
  let told: string | undefined;
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
      continue; // It moved under our hands: look again.
    }
    if (sight.renewed || (told !== undefined && told !== lock.token)) throw lockedBy(lock, sight, clock);
    if (told === undefined) onEvent({type: 'lock-waiting', ...factsNow(lock, sight, clock)});
    told = lock.token;
    await clock.sleep(LOOK_MS, signal);
  }
}

/** Who says yes to one holder has not said yes to the next. */
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

/** One write frees the lock and says who did it; the copy that stays is made from that. */
async function freed({backend, lineage}: UnlockRequest, {broken, version}: Freeing): Promise<boolean> {
  const free = encodeLock({formatVersion: 1, state: 'free', token: broken.from.token, broken});
  if ((await settledPut(backend, lockKey(lineage), free, version)) === 'conflict') return false;
  await recordBreak(backend, lineage, broken);
  return true;
}
