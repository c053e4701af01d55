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
import {type Grip, type LeaseTerms, momentOf} from './renewals.ts';
import {settledPut} from './settled-put.ts';
import {type Sight, watchLock} from './watch-lock.ts';

/** How often a waiting run looks again. */
const LOOK_MS = 1_000;

/** A lock to take, after waiting for its holder. */
export type LockRequest = {
  readonly backend: Backend;
  readonly clock: Clock;
  readonly lineage: string;
  readonly holder: Holder;
  readonly terms: LeaseTerms;
  /** Of a holder that is alive, or may be: how long to wait. */
  readonly lockTimeoutMs: number;
  readonly isDead: (holder: Holder) => boolean;
  readonly signal: AbortSignal;
  readonly onEvent: OnEvent;
};

/**
 * Takes the lock when it is free, when its holder is provably dead, or when it stayed unchanged for its lease.
 * @throws GantryError release/locked after `lockTimeoutMs`; backend/io; release/damaged.
 */
export async function takeLock(request: LockRequest): Promise<Grip> {
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
      continue; // Somebody was first: look who.
    }
    const left = deadline - clock.monotonic();
    // Who may wait for a whole lease outwaits one that is not renewed: our first look came a moment after we began.
    const outwaits = lockTimeoutMs >= lock.durationMs && sight.sinceFirst;
    if (left <= 0 && !outwaits) throw lockedBy(lock, sight, clock);
    announce(lock, () => factsNow(lock, sight, clock));
    await clock.sleep(Math.min(LOOK_MS, left > 0 ? left : lock.durationMs - sight.quietMs), signal);
  }
}

/** The error of a lock that another run holds. */
export const lockedBy = (lock: HeldState, sight: Sight, clock: Clock): GantryError =>
  new GantryError({code: 'release/locked', ...factsNow(lock, sight, clock)});

/** What is known of a lock and its holder at this moment, for messages. */
export const factsNow = (lock: HeldState, {quietMs, renewed}: Sight, clock: Clock): LockFacts =>
  lockFacts(lock, {now: clock.now(), quietMs, renewed, runs: isRunningHolder(lock.holder)});

async function tryTake(request: LockRequest, found: StoredLock | undefined): Promise<Grip | 'conflict'> {
  const {backend, clock, lineage, holder, terms} = request;
  // It is lost with our write.
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

/** Says once per holder whom we wait for. */
function announcer(onEvent: OnEvent): (lock: HeldState, facts: () => LockFacts) => void {
  let known: string | undefined;
  return ({token}, facts) => {
    if (token !== known) onEvent({type: 'lock-waiting', ...facts()});
    known = token;
  };
}
