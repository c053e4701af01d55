import {GantryError} from '../../core/failure/failure.ts';
import {describeHolder} from '../../core/release/describe-holder.ts';
import {lockKey} from '../../core/release/keys.ts';
import {encodeLock, type HeldState} from '../../core/release/lock.ts';
import type {LockBreak} from '../../core/release/lock-break.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Clock} from '../../ports/clock.ts';
import {readLock} from './lock-record.ts';
import {settledPut} from './settled-put.ts';

export type LeaseTerms = {
  readonly durationMs: number;
  readonly renewMs: number;
  /** After a renewal that failed. */
  readonly retryMs: number;
  /** How often to look, between renewals, whether the lock was taken away; default: at a renewal only. */
  readonly lookMs?: number;
};

/** Renewed each third, so that a request of half a minute always fits into what is left. */
export const LEASE: LeaseTerms = {durationMs: 60_000, renewMs: 20_000, retryMs: 2_000, lookMs: 2_000};

/** The pause between two attempts while somebody waits for a renewal. */
const HURRY_MS = 500;

/** A held lock that renews itself until it is released or lost. */
export type Lease = {
  readonly token: string;
  readonly lost: AbortSignal;
  readonly assertHeld: (requestTimeoutMs?: number) => void;
  /**
   * Where too little of the lease is left, renews it at once, again and again until it is renewed or lost. That time has passed
   * takes nothing away: the lock is lost when another run has written it. Lost, or cancelled: it ends at once.
   */
  readonly untilHeld: (requestTimeoutMs: number, signal: AbortSignal) => Promise<void>;
  /** The head says that another run took over. */
  readonly lose: (detail: string) => GantryError;
  readonly release: () => Promise<void>;
};

/** The lock as we last wrote it. */
export type Grip = {
  readonly held: HeldState;
  readonly version: string;
  /** When that write was sent, on both clocks. */
  readonly sent: Moment;
};

export type Moment = {readonly monotonic: number; readonly wall: number};

export const momentOf = (clock: Clock): Moment => ({monotonic: clock.monotonic(), wall: clock.now().getTime()});

export type LeaseRequest = {
  readonly backend: Backend;
  readonly clock: Clock;
  readonly terms: LeaseTerms;
  readonly lineage: string;
  readonly grip: Grip;
};

export function startLease({backend, clock, terms, lineage, grip}: LeaseRequest): Lease {
  const {token} = grip.held;
  const lost = new AbortController();
  const stopped = new AbortController();
  let current = grip;

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

  let failingSince: number | undefined;
  const attempt = async (): Promise<Renewal['kind']> => {
    const begun = clock.monotonic();
    const renewal = await renew({backend, clock, lineage, grip: current});
    if (renewal.kind === 'renewed' || renewal.kind === 'late') {
      current = renewal.grip;
      failingSince = undefined;
    } else if (renewal.kind === 'gone') {
      lose(renewal.detail);
    } else {
      failingSince ??= begun;
      // A process that was stopped, or busy, for longer than its lease has not tried yet: one failure proves nothing.
      const tried = clock.monotonic() - failingSince >= terms.renewMs;
      if (tried && leftMs() <= 0) lose(`the lock could not be renewed in time: ${renewal.detail}`);
    }
    return renewal.kind;
  };
  let attempting: Promise<Renewal['kind']> | undefined;
  /** One at a time: two would be in each other's way. */
  const attemptOnce = (): Promise<Renewal['kind']> => {
    attempting ??= attempt().finally(() => (attempting = undefined));
    return attempting;
  };
  const ended = AbortSignal.any([lost.signal, stopped.signal]);
  const hurry = async (): Promise<void> => {
    while (!ended.aborted) {
      const kind = await attemptOnce();
      if (kind === 'renewed') return;
      if (kind === 'failed') await rested(clock, HURRY_MS, ended);
    }
  };
  let hurrying: Promise<void> | undefined;
  /** However many wait: one renewal is for all of them. */
  const hurryOnce = (): Promise<void> => {
    hurrying ??= hurry().finally(() => (hurrying = undefined));
    return hurrying;
  };

  const keepRenewing = async (): Promise<void> => {
    for (let pause = terms.renewMs; await watched(pause); ) {
      const kind = await attemptOnce();
      if (lost.signal.aborted) return;
      pause = kind === 'renewed' ? terms.renewMs : terms.retryMs;
    }
  };
  const look = (): Promise<boolean> => isTaken({backend, lineage, grip: current});
  const watched = (pause: number): Promise<boolean> =>
    restLooking({clock, pause, lookMs: terms.lookMs ?? pause, look, stopped: stopped.signal});
  const renewing = keepRenewing();

  return {
    token,
    lost: lost.signal,
    lose,
    assertHeld: (requestTimeoutMs = 0) => {
      if (lost.signal.aborted) throw lost.signal.reason;
      if (leftMs() > requestTimeoutMs) return;
      throw new GantryError({code: 'release/lease-lost', detail: 'too little of the lease is left to start a request'});
    },
    untilHeld: async (requestTimeoutMs, signal) => {
      while (leftMs() <= requestTimeoutMs && !ended.aborted && !signal.aborted) await endedBy(hurryOnce(), signal);
    },
    release: async () => {
      stopped.abort();
      await Promise.all([renewing, hurrying]);
      // A conflict means that it is somebody else's by now.
      await settledPut(
        backend,
        lockKey(lineage),
        encodeLock({formatVersion: 1, state: 'free', token}),
        current.version,
      );
    },
  };
}

type Renewal =
  | {readonly kind: 'renewed'; readonly grip: Grip}
  /** An earlier renewal that we had given up arrived after all: ours still, but since when? */
  | {readonly kind: 'late'; readonly grip: Grip}
  | {readonly kind: 'gone' | 'failed'; readonly detail: string};

type Rest = {
  readonly clock: Clock;
  readonly pause: number;
  readonly lookMs: number;
  /** Whether the rest is to end. */
  readonly look: () => Promise<boolean>;
  readonly stopped: AbortSignal;
};

/** Looks now and then: who breaks the lock by force wants its holder to stop soon. False: no longer wanted. */
async function restLooking({clock, pause, lookMs, look, stopped}: Rest): Promise<boolean> {
  const end = clock.monotonic() + pause;
  for (let left = pause; left > 0; left = end - clock.monotonic()) {
    if (!(await rested(clock, Math.min(left, lookMs), stopped))) return false;
    if (left <= lookMs) return true;
    const seen = new AbortController();
    // A backend that is slow to answer a look must not hold up the renewal.
    const over = rested(clock, Math.max(0, end - clock.monotonic()), AbortSignal.any([seen.signal, stopped]));
    const ends = await Promise.race([look(), over.then(() => false)]);
    seen.abort();
    if (ends) return true;
  }
  return true;
}

/** The lock is surely not ours any more; a renewal tells why. */
async function isTaken({backend, lineage, grip}: Pick<LeaseRequest, 'backend' | 'lineage' | 'grip'>): Promise<boolean> {
  try {
    const stored = await readLock(backend, lineage);
    return stored?.lock.token !== grip.held.token || stored.lock.state !== 'held';
  } catch {
    // Only the lease itself decides: a backend that fails for a moment has taken nothing away.
    return false;
  }
}

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
async function rested(clock: Clock, ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await clock.sleep(ms, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return !signal.aborted;
}

/** Ends with the work, or with the signal; the work goes on. */
async function endedBy(work: Promise<void>, signal: AbortSignal): Promise<void> {
  const {promise, resolve} = Promise.withResolvers<void>();
  const cut = (): void => resolve();
  signal.addEventListener('abort', cut, {once: true});
  try {
    await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', cut);
  }
}
