import type {Clock} from '../../../../ports/clock.ts';

/** The time that one 429 stands for: the other requests that were in flight with it say nothing new. */
const SAME_SETBACK_MS = 1000;
/** The part of the throughput that remains after a 429. */
const AFTER_SETBACK = 0.8;
/** The growth of the pace in each second without a 429. */
const GROWTH = 0.05;
const SLOWEST = 1;
/** The pace to try after a setback that says little. */
const FIRST_PACE = 40;
const RECENT_MS = 10_000;
/** A faster pace is no longer a limit: the number of parallel requests decides. */
const FASTEST = 500;

/** The speed of the requests to a server that refuses too many of them, in requests per second. */
export type Pace = {
  /** Returns the milliseconds until the next request may begin; 0 takes that turn. */
  readonly delayMs: () => number;
  readonly throttled: () => void;
  readonly answered: () => void;
};

/**
 * Finds the pace that a throttling server accepts: after a 429 a little less than the number of requests that it answered in a second, then
 * slowly more (additive increase, multiplicative decrease, as in the congestion control of TCP). Without a 429 there is no limit. Fewer parallel
 * requests alone do not help, because a quota counts requests per second, and a quick server answers hundreds one after the other.
 */
export function createPace(clock: Pick<Clock, 'monotonic'>): Pace {
  let perSecond = Number.POSITIVE_INFINITY;
  let nextAt = 0;
  let lastSetback = Number.NEGATIVE_INFINITY;
  let window = {begun: clock.monotonic(), answers: 0, before: 0};

  const counted = (): typeof window => {
    const age = clock.monotonic() - window.begun;
    if (age >= 1000) window = {begun: clock.monotonic(), answers: 0, before: age < 2000 ? window.answers : 0};
    return window;
  };
  return {
    delayMs: () => {
      if (perSecond > FASTEST) return 0;
      const now = clock.monotonic();
      if (now < nextAt) return nextAt - now;
      nextAt = Math.max(nextAt + 1000 / perSecond, now);
      return 0;
    },
    throttled: () => {
      const now = clock.monotonic();
      if (now - lastSetback < SAME_SETBACK_MS) return;
      const {answers, before} = counted();
      // After a quiet time the answers show what was asked for, not what the server permits.
      const seen = Math.max(answers, before, now - lastSetback > RECENT_MS ? FIRST_PACE : 0);
      lastSetback = now;
      perSecond = Math.max(SLOWEST, Math.min(perSecond, seen) * AFTER_SETBACK);
      nextAt = now + 1000 / perSecond;
    },
    answered: () => {
      counted().answers++;
      perSecond += GROWTH + 1 / perSecond;
    },
  };
}
