import type {Clock} from '../../../../ports/clock.ts';

/** The time after a 429 in which further 429s are ignored: those requests were in flight together with the refused one. */
const SAME_SETBACK_MS = 1000;
/** The part of the throughput that remains after a 429. */
const AFTER_SETBACK = 0.8;
/** The growth of the pace in each second without a 429. */
const GROWTH = 0.05;
const SLOWEST = 1;
/** The number of requests per second that a server is assumed to permit, if the recent answers do not show it. */
const FIRST_PACE = 40;
const RECENT_MS = 10_000;
/** The pace from which the limit is removed: then only the number of parallel requests limits the speed. */
const FASTEST = 500;

/** The speed of the requests to a server that refuses too many of them, in requests per second. */
export type Pace = {
  /** Returns the milliseconds until the next request may begin. With 0, the caller must send its request now. */
  readonly delayMs: () => number;
  readonly throttled: () => void;
  readonly answered: () => void;
};

/**
 * Finds the number of requests per second that a throttling server accepts. Before the first 429 the pace has no limit. A 429 sets it a little below
 * the number of requests that the server answered in a second. Then it grows slowly (additive increase, multiplicative decrease, as in the congestion
 * control of TCP). Fewer parallel requests alone do not help: a quota counts requests per second, and a quick server answers hundreds of them one
 * after the other.
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
      // After a time with few requests, the number of answers does not show what the server permits.
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
