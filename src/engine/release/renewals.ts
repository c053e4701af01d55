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

/** The durations of a lease, in milliseconds. */
export type LeaseTerms = {
  readonly durationMs: number;
  readonly renewMs: number;
  /** The pause after a failed renewal. */
  readonly retryMs: number;
  /** The pause between checks, between renewals, whether another process took the lock. Default: only at a renewal. */
  readonly lookMs?: number;
};

/** The pause between two attempts while a caller waits for a renewal, in milliseconds. */
const HURRY_MS = 500;

/** The lock record as this process last wrote it. */
export type WrittenLock = {
  readonly held: HeldState;
  readonly version: string;
  /** When that write was sent, on both clocks. */
  readonly sent: Moment;
};

/** A point in time on both clocks: `monotonic` measures durations, `wall` appears in records. */
export type Moment = {readonly monotonic: number; readonly wall: number};

/** Reads both clocks at once, in milliseconds. */
export const momentOf = (clock: Clock): Moment => ({monotonic: clock.monotonic(), wall: clock.now().getTime()});

/** A lock to renew, with its record as this process last wrote it. */
export type LeaseRequest = {
  readonly backend: Backend;
  readonly clock: Clock;
  readonly terms: LeaseTerms;
  readonly lineage: string;
  readonly written: WrittenLock;
};

/** The renewals of one lease. */
export type Renewals = {
  /** Returns the time left in the lease in milliseconds. The result is negative if the lease has expired. */
  readonly leftMs: () => number;
  readonly written: () => WrittenLock;
  readonly lost: AbortSignal;
  readonly lose: (detail: string) => GantryError;
  /** Renews once. Concurrent callers share one write, because two writes would conflict. */
  readonly attempt: () => Promise<Renewal['kind']>;
  /** Repeats the renewal until it succeeds, or the lock is lost or released. */
  readonly hurry: () => Promise<void>;
  /** Resolves when no renewal is in progress. */
  readonly idle: () => Promise<void>;
};

/** Opens the renewals of a lock, and decides what follows from each outcome of a write. */
export function openRenewals({backend, clock, terms, lineage, written}: LeaseRequest, stopped: AbortSignal): Renewals {
  const lost = new AbortController();
  const ended = AbortSignal.any([lost.signal, stopped]);
  let current = written;
  let failingSince: number | undefined;

  /**
   * Counts from the moment before the write was sent, because a process that waits for a takeover starts counting after the write
   * arrived. The wall clock counts too, because the monotonic clock stops while a machine sleeps.
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
    const renewal = await renew({backend, clock, lineage, written: current});
    if (renewal.kind === 'gone') lose(renewal.detail);
    if (renewal.kind === 'failed') {
      failingSince ??= begun;
      // A process that was suspended or busy for longer than its lease has not tried yet, so one failure proves
      // nothing.
      const tried = clock.monotonic() - failingSince >= terms.renewMs;
      if (tried && leftMs() <= 0) lose(`the lock could not be renewed in time: ${renewal.detail}`);
    }
    if (renewal.kind === 'renewed' || renewal.kind === 'late') {
      current = renewal.written;
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
    written: () => current,
    lost: lost.signal,
    lose,
    attempt: attemptOnce,
    hurry: hurryOnce,
    idle: async () => void (await Promise.all([attemptOnce.running(), hurryOnce.running()])),
  };
}

type Shared<T> = (() => Promise<T>) & {readonly running: () => Promise<T> | undefined};

/** Shares one running promise between concurrent callers. */
function shared<T>(work: () => Promise<T>): Shared<T> {
  let running: Promise<T> | undefined;
  const once = (): Promise<T> => {
    running ??= work().finally(() => (running = undefined));
    return running;
  };
  return Object.assign(once, {running: () => running});
}

type Renewal =
  | {readonly kind: 'renewed'; readonly written: WrittenLock}
  /** An earlier renewal that had timed out arrived later. The lock is still ours, but the start of the lease is unknown. */
  | {readonly kind: 'late'; readonly written: WrittenLock}
  | {readonly kind: 'gone' | 'failed'; readonly detail: string};

async function renew({backend, clock, lineage, written}: Omit<LeaseRequest, 'terms'>): Promise<Renewal> {
  const sent = momentOf(clock);
  const held = {...written.held, renewal: written.held.renewal + 1, renewedAt: clock.now().toISOString()};
  try {
    const outcome = await settledPut(backend, lockKey(lineage), encodeLock(held), written.version);
    if (outcome !== 'conflict') return {kind: 'renewed', written: {held, version: outcome.version, sent}};
    const stored = await readLock(backend, lineage);
    if (stored?.lock.state !== 'held') return {kind: 'gone', detail: takenAway(stored?.lock.broken)};
    const {lock, version} = stored;
    if (lock.token === held.token) return {kind: 'late', written: {held: lock, version, sent: written.sent}};
    return {kind: 'gone', detail: `the lock of this release history was taken over by ${describeHolder(lock.holder)}`};
  } catch (error) {
    // A failed renewal must not stop a run. The run ends only when the lease expires.
    return {kind: 'failed', detail: detailOf(error)};
  }
}

const takenAway = (broken: LockBreak | undefined): string =>
  broken === undefined
    ? 'the lock of this release history was freed or deleted'
    : `the lock of this release history was broken by ${describeHolder(broken.by)} (${broken.by.command})`;

function detailOf(error: unknown): string {
  if (!(error instanceof GantryError)) return String(error);
  return 'detail' in error.failure ? error.failure.detail : error.failure.code;
}

/** Sleeps, and returns false if the signal ended the sleep early. */
export async function rested(clock: Clock, ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await clock.sleep(ms, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return !signal.aborted;
}
