import {randomUUID} from 'node:crypto';
import type {OnEvent} from '../../core/event.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {describeHolder} from '../../core/release/describe-holder.ts';
import {lockKey} from '../../core/release/keys.ts';
import {encodeLock, type HeldState} from '../../core/release/lock.ts';
import type {Holder} from '../../core/release/release.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Clock} from '../../ports/clock.ts';
import {type Grip, type LeaseTerms, momentOf} from './lease.ts';
import {readLock, type StoredLock} from './lock-record.ts';
import {settledPut} from './settled-put.ts';
import {watchLock} from './watch-lock.ts';

/** How often a waiting run looks again. */
const LOOK_MS = 1_000;

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
    if (stored === undefined || stored.lock.state === 'free' || isDead(stored.lock.holder) || watch.expired(stored)) {
      const taken = await tryTake(request, stored);
      if (taken !== 'conflict') return taken;
      continue; // Somebody was first: look who.
    }
    const left = deadline - clock.monotonic();
    if (left <= 0) throw lockedBy(stored.lock);
    announce(stored.lock);
    await clock.sleep(Math.min(LOOK_MS, left), signal);
  }
}

export const lockedBy = ({holder, since}: HeldState): GantryError =>
  new GantryError({code: 'release/locked', holder: describeHolder(holder), since, command: holder.command});

async function tryTake(request: LockRequest, found: StoredLock | undefined): Promise<Grip | 'conflict'> {
  const {backend, clock, lineage, holder, terms} = request;
  const sent = momentOf(clock);
  const held: HeldState = {
    formatVersion: 1,
    state: 'held',
    token: randomUUID(),
    renewal: 0,
    durationMs: terms.durationMs,
    holder,
    since: clock.now().toISOString(),
  };
  const outcome = await settledPut(backend, lockKey(lineage), encodeLock(held), found?.version);
  return outcome === 'conflict' ? 'conflict' : {held, version: outcome.version, sent};
}

/** Says once per holder whom we wait for. */
function announcer(onEvent: OnEvent): (lock: HeldState) => void {
  let known: string | undefined;
  return ({token, holder, since}) => {
    if (token !== known) onEvent({type: 'lock-waiting', holder: describeHolder(holder), since});
    known = token;
  };
}
