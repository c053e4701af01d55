import {randomUUID} from 'node:crypto';
import type {OnEvent} from '../../core/event.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {HeldState} from '../../core/release/held-state.ts';
import type {Holder} from '../../core/release/holder.ts';
import {lockKey} from '../../core/release/keys.ts';
import {encodeLock} from '../../core/release/lock.ts';
import {type LockFacts, lockFacts} from '../../core/release/lock-facts.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Clock} from '../../ports/clock.ts';
import {isRunningHolder} from './holder.ts';
import {readLock, type StoredLock} from './lock-record.ts';
import {recordBreak} from './record-break.ts';
import {type LeaseTerms, momentOf, type WrittenLock} from './renewals.ts';
import {settledPut} from './settled-put.ts';
import {type Sight, watchLock} from './watch-lock.ts';

/** The interval at which a waiting run reads the lock, in milliseconds. */
const LOOK_MS = 1_000;

/** A lock to take, after its holder has released it. */
export type LockRequest = {
  readonly backend: Backend;
  readonly clock: Clock;
  readonly lineage: string;
  readonly holder: Holder;
  readonly terms: LeaseTerms;
  /** The time to wait for a holder that is or may be alive, in milliseconds. */
  readonly lockTimeoutMs: number;
  readonly isDead: (holder: Holder) => boolean;
  readonly signal: AbortSignal;
  readonly onEvent: OnEvent;
};

/**
 * Takes the lock if it is free, if its holder is provably dead, or if the lock stayed unchanged for the whole lease.
 * @throws GantryError release/locked after `lockTimeoutMs`; backend/io; release/damaged
 */
export async function takeLock(request: LockRequest): Promise<WrittenLock> {
  const {backend, clock, lineage, isDead, lockTimeoutMs, signal} = request;
  const deadline = clock.monotonic() + lockTimeoutMs;
  const watch = watchLock(clock);
  const announce = announcer(request.onEvent);
  for (;;) {
    signal.throwIfAborted();
    const stored = await readLock(backend, lineage);
    const lock = stored?.lock;
    const sight = stored === undefined ? undefined : watch(stored);
    if (lock?.state !== 'held' || sight === undefined || sight.expired || isDead(lock.holder)) {
      const taken = await tryTake(request, stored);
      if (taken !== 'conflict') return taken;
      continue; // Another run took it first: read the lock again.
    }
    const left = deadline - clock.monotonic();
    // A run whose timeout covers a whole lease waits until an abandoned lock expires: the first read came a moment
    // after the run began.
    const outwaits = lockTimeoutMs >= lock.durationMs && sight.sinceFirst;
    if (left <= 0 && !outwaits) throw lockedBy(lock, sight, clock);
    announce(lock, () => factsNow(lock, sight, clock));
    await clock.sleep(Math.min(LOOK_MS, left > 0 ? left : lock.durationMs - sight.quietMs), signal);
  }
}

/** Returns the error for a lock that another run holds. */
export const lockedBy = (lock: HeldState, sight: Sight, clock: Clock): GantryError =>
  new GantryError({code: 'release/locked', ...factsNow(lock, sight, clock)});

/** Returns the facts of a lock and its holder at this moment, for messages. */
export const factsNow = (lock: HeldState, {quietMs, renewed}: Sight, clock: Clock): LockFacts =>
  lockFacts(lock, {now: clock.now(), quietMs, renewed, runs: isRunningHolder(lock.holder)});

async function tryTake(request: LockRequest, found: StoredLock | undefined): Promise<WrittenLock | 'conflict'> {
  const {backend, clock, lineage, holder, terms} = request;
  // The next write replaces this record, so the break is recorded first.
  if (found?.lock.state === 'free' && found.lock.broken !== undefined)
    await recordBreak(backend, lineage, found.lock.broken);
  const sent = momentOf(clock);
  const since = clock.now().toISOString();
  const held: HeldState = {
    formatVersion: 1,
    state: 'held',
    token: randomUUID(),
    renewal: 0,
    durationMs: terms.durationMs,
    holder,
    since,
    renewedAt: since,
  };
  const outcome = await settledPut(backend, lockKey(lineage), encodeLock(held), found?.version);
  return outcome === 'conflict' ? 'conflict' : {held, version: outcome.version, sent};
}

/** Reports each holder that the run waits for, once. */
function announcer(onEvent: OnEvent): (lock: HeldState, facts: () => LockFacts) => void {
  let known: string | undefined;
  return ({token}, facts) => {
    if (token !== known) onEvent({type: 'lock-waiting', ...facts()});
    known = token;
  };
}
