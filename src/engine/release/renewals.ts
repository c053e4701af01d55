import {GantryError} from '../../core/failure/failure.ts';
import {describeHolder} from '../../core/release/describe-holder.ts';
import type {HeldState} from '../../core/release/held-state.ts';
import {lockKey} from '../../core/release/keys.ts';
import {encodeLock} from '../../core/release/lock.ts';
import type {LockBreak} from '../../core/release/lock-break.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Clock} from '../../ports/clock.ts';
import {readLock} from './lock-record.ts';
import {settledPut} from './settled-put.ts';

/** Durations of a lease in milliseconds. */
export type LeaseTerms = {
  readonly durationMs: number;
  readonly renewMs: number;
  /** After a renewal that failed. */
  readonly retryMs: number;
  /** How often to look, between renewals, whether the lock was taken away; default: at a renewal only. */
  readonly lookMs?: number;
};

/** The pause between two attempts while somebody waits for a renewal. */
const HURRY_MS = 500;

/** The lock as we last wrote it. */
export type Grip = {
  readonly held: HeldState;
  readonly version: string;
  /** When that write was sent, on both clocks. */
  readonly sent: Moment;
};

/** One time on both clocks: durations are measured by `monotonic`, records show `wall`. */
export type Moment = {readonly monotonic: number; readonly wall: number};

/** Reads both clocks at once, in milliseconds. */
export const momentOf = (clock: Clock): Moment => ({monotonic: clock.monotonic(), wall: clock.now().getTime()});

/** A lock to renew, with its record as it was last written. */
export type LeaseRequest = {
  readonly backend: Backend;
  readonly clock: Clock;
  readonly terms: LeaseTerms;
  readonly lineage: string;
  readonly grip: Grip;
};

/** Renewals of one lease. */
export type Renewals = {
  /** How much of the lease is left, in milliseconds; below zero when it is over. */
  readonly leftMs: () => number;
  readonly grip: () => Grip;
  readonly lost: AbortSignal;
  readonly lose: (detail: string) => GantryError;
  /** Renews once. However many ask at a time, one write is made: two would be in each other's way. */
  readonly attempt: () => Promise<Renewal['kind']>;
  /** Renews again and again until it is done, or the lock is lost or given back. */
  readonly hurry: () => Promise<void>;
  /** Resolves when nothing is under way any more. */
  readonly idle: () => Promise<void>;
};

/** The writes that keep a lock ours, and what follows from each outcome. */
export function openRenewals({backend, clock, terms, lineage, grip}: LeaseRequest, stopped: AbortSignal): Renewals {
  const lost = new AbortController();
  const ended = AbortSignal.any([lost.signal, stopped]);
  let current = grip;
  let failingSince: number | undefined;

  /**
   * Counted from before the write was sent: whoever waits for a takeover starts counting after it arrived. The wall clock is
   * asked too, because the other one stands still while a machine sleeps.
   */
  const leftMs = (): number => {
    const now = momentOf(clock);
    return terms.durationMs - Math.max(now.monotonic - current.sent.monotonic, now.wall - current.sent.wall);
  };
  const lose = (detail: string): GantryError => {
    const failure = new GantryError({code: 'release/lease-lost', detail});
    if (!lost.signal.aborted) lost.abort(failure);
    return lost.signal.reason as GantryError;
  };
  const attempt = async (): Promise<Renewal['kind']> => {
    const begun = clock.monotonic();
    const renewal = await renew({backend, clock, lineage, grip: current});
    if (renewal.kind === 'gone') lose(renewal.detail);
    if (renewal.kind === 'failed') {
      failingSince ??= begun;
      // A process that was stopped, or busy, for longer than its lease has not tried yet: one failure proves nothing.
      const tried = clock.monotonic() - failingSince >= terms.renewMs;
      if (tried && leftMs() <= 0) lose(`the lock could not be renewed in time: ${renewal.detail}`);
    }
    if (renewal.kind === 'renewed' || renewal.kind === 'late') {
      current = renewal.grip;
      failingSince = undefined;
    }
    return renewal.kind;
  };
  const attemptOnce = shared(attempt);
  const hurryOnce = shared(async () => {
    while (!ended.aborted) {
      const kind = await attemptOnce();
      if (kind === 'renewed') return;
      if (kind === 'failed') await rested(clock, HURRY_MS, ended);
    }
  });
  return {
    leftMs,
    grip: () => current,
    lost: lost.signal,
    lose,
    attempt: attemptOnce,
    hurry: hurryOnce,
    idle: async () => void (await Promise.all([attemptOnce.running(), hurryOnce.running()])),
  };
}

type Shared<T> = (() => Promise<T>) & {readonly running: () => Promise<T> | undefined};

/** Who asks while it runs gets the same promise. */
function shared<T>(work: () => Promise<T>): Shared<T> {
  let running: Promise<T> | undefined;
  const once = (): Promise<T> => {
    running ??= work().finally(() => (running = undefined));
    return running;
  };
  return Object.assign(once, {running: () => running});
}

type Renewal =
  | {readonly kind: 'renewed'; readonly grip: Grip}
  /** An earlier renewal that we had given up arrived after all: ours still, but since when? */
  | {readonly kind: 'late'; readonly grip: Grip}
  | {readonly kind: 'gone' | 'failed'; readonly detail: string};

async function renew({backend, clock, lineage, grip}: Omit<LeaseRequest, 'terms'>): Promise<Renewal> {
  const sent = momentOf(clock);
  const held = {...grip.held, renewal: grip.held.renewal + 1, renewedAt: clock.now().toISOString()};
  try {
    const outcome = await settledPut(backend, lockKey(lineage), encodeLock(held), grip.version);
    if (outcome !== 'conflict') return {kind: 'renewed', grip: {held, version: outcome.version, sent}};
    const stored = await readLock(backend, lineage);
    if (stored?.lock.state !== 'held') return {kind: 'gone', detail: takenAway(stored?.lock.broken)};
    const {lock, version} = stored;
    if (lock.token === held.token) return {kind: 'late', grip: {held: lock, version, sent: grip.sent}};
    return {kind: 'gone', detail: `the lock of this series was taken over by ${describeHolder(lock.holder)}`};
  } catch (error) {
    // Whatever it is: a run at work is not torn down by its heartbeat, it is told when the lease is over.
    return {kind: 'failed', detail: detailOf(error)};
  }
}

const takenAway = (broken: LockBreak | undefined): string =>
  broken === undefined
    ? 'the lock of this series was taken away'
    : `the lock of this series was broken by ${describeHolder(broken.by)} (${broken.by.command})`;

function detailOf(error: unknown): string {
  if (!(error instanceof GantryError)) return String(error);
  return 'detail' in error.failure ? error.failure.detail : error.failure.code;
}

/** False when the rest was cut short. */
export async function rested(clock: Clock, ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await clock.sleep(ms, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return !signal.aborted;
}
