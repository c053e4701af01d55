import {GantryError} from '../../core/failure/failure.ts';
import {lockKey} from '../../core/release/keys.ts';
import {encodeLock} from '../../core/release/lock.ts';
import type {Clock} from '../../ports/clock.ts';
import {readLock} from './lock-record.ts';
import {type LeaseRequest, type LeaseTerms, openRenewals, rested} from './renewals.ts';
import {settledPut} from './settled-put.ts';

/** The default terms: renewed after each third of the lease, so that a request of 30 seconds always fits into the remaining time. */
export const LEASE: LeaseTerms = {durationMs: 60_000, renewMs: 20_000, retryMs: 2_000, lookMs: 2_000};

/** A held lock that renews itself until it is released or lost. */
export type Lease = {
  readonly token: string;
  readonly lost: AbortSignal;
  readonly assertHeld: (requestTimeoutMs?: number) => void;
  /**
   * If the time left in the lease is too short, renews it at once and repeats until it is renewed or lost. Time alone does not
   * lose the lock: it is lost only if another run has written it. Returns at once if the lock is lost or the signal aborts.
   */
  readonly untilHeld: (requestTimeoutMs: number, signal: AbortSignal) => Promise<void>;
  /** Marks the lock as lost, because the head shows that another run took over. */
  readonly lose: (detail: string) => GantryError;
  /** Frees the lock, unless it is left to another process. */
  readonly release: () => Promise<void>;
  /** Leaves the lock to another process of the run: `release` then keeps it held, and calls `next` when this process renews it no more. */
  readonly leaveTo: (next: () => void) => void;
  readonly isLeft: () => boolean;
  /** Stops renewing the lock, and leaves it held: another process of the run continues. */
  readonly leave: () => Promise<void>;
};

/** Starts to renew the lease, until it is stopped or lost. `lost` aborts when the lock is lost. */
export function startLease(request: LeaseRequest): Lease {
  const {backend, clock, terms, lineage, written} = request;
  const {token} = written.held;
  const stopped = new AbortController();
  const renewals = openRenewals(request, stopped.signal);
  const {lost, leftMs} = renewals;
  const keepRenewing = async (): Promise<void> => {
    for (let pause = terms.renewMs; await watched(pause); ) {
      const kind = await renewals.attempt();
      if (lost.aborted) return;
      pause = kind === 'renewed' ? terms.renewMs : terms.retryMs;
    }
  };
  const look = (): Promise<boolean> => isTaken({backend, lineage, written: renewals.written()});
  const watched = (pause: number): Promise<boolean> =>
    restLooking({clock, pause, lookMs: terms.lookMs ?? pause, look, stopped: stopped.signal});
  const renewing = keepRenewing();
  const leave = async (): Promise<void> => {
    stopped.abort();
    await Promise.all([renewing, renewals.idle()]);
  };
  const heirs: (() => void)[] = [];

  return {
    token,
    lost,
    lose: renewals.lose,
    assertHeld: (requestTimeoutMs = 0) => {
      if (lost.aborted) throw lost.reason;
      if (leftMs() > requestTimeoutMs) return;
      throw new GantryError({code: 'release/lease-lost', detail: 'the lease expires too soon to start a request'});
    },
    untilHeld: async (requestTimeoutMs, signal) => {
      while (leftMs() <= requestTimeoutMs && !lost.aborted && !stopped.signal.aborted && !signal.aborted)
        await endedBy(renewals.hurry(), signal);
    },
    leave,
    leaveTo: (next) => void heirs.push(next),
    isLeft: () => heirs.length > 0,
    release: async () => {
      await leave();
      if (heirs.length > 0) return heirs.forEach((next) => next());
      const free = encodeLock({formatVersion: 1, state: 'free', token});
      const put = (version: string) => settledPut(backend, lockKey(lineage), free, version);
      if ((await put(renewals.written().version)) !== 'conflict') return;
      // Another process of this run has renewed it since, or another run holds it by now.
      const stored = await readLock(backend, lineage);
      if (stored?.lock.state === 'held' && stored.lock.token === token) await put(stored.version);
    },
  };
}

type Rest = {
  readonly clock: Clock;
  readonly pause: number;
  readonly lookMs: number;
  /** Reports whether the pause must end early. */
  readonly look: () => Promise<boolean>;
  readonly stopped: AbortSignal;
};

/**
 * Waits for the pause and checks the lock now and then, because a holder whose lock was broken by force must stop soon. Returns
 * false if the lease was stopped.
 */
async function restLooking({clock, pause, lookMs, look, stopped}: Rest): Promise<boolean> {
  const end = clock.monotonic() + pause;
  for (let left = pause; left > 0; left = end - clock.monotonic()) {
    if (!(await rested(clock, Math.min(left, lookMs), stopped))) return false;
    if (left <= lookMs) return true;
    const seen = new AbortController();
    // A backend that answers a check slowly must not delay the renewal.
    const over = rested(clock, Math.max(0, end - clock.monotonic()), AbortSignal.any([seen.signal, stopped]));
    const ends = await Promise.race([look(), over.then(() => false)]);
    seen.abort();
    if (ends) return true;
  }
  return true;
}

/** Reports whether the lock certainly belongs to another run. The next renewal finds out why. */
async function isTaken({
  backend,
  lineage,
  written,
}: Pick<LeaseRequest, 'backend' | 'lineage' | 'written'>): Promise<boolean> {
  try {
    const stored = await readLock(backend, lineage);
    return stored?.lock.token !== written.held.token || stored.lock.state !== 'held';
  } catch {
    // Only the lease decides: a temporary failure of the backend does not lose the lock.
    return false;
  }
}

/** Resolves when the work ends or the signal aborts. The work continues. */
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
