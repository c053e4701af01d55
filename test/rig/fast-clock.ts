import {setTimeout as sleep} from 'node:timers/promises';
import type {Clock} from '../../src/ports/clock.ts';

/** A timer that is told to wait for longer does not wait at all. */
const LONGEST_MS = 2 ** 31 - 1;

/** A life in which everything comes that many times sooner: leases, renewals, the time that a request may take. */
export function fastClock(times: number, begun = Date.now()): Clock {
  return {
    now: () => new Date(begun + (Date.now() - begun) * times),
    monotonic: () => performance.now() * times,
    sleep: (ms, signal) => sleep(Math.min(ms / times, LONGEST_MS), undefined, signal === undefined ? {} : {signal}),
  };
}

/** The same for a program that a test starts: what it needs in its environment. */
export const fastProgram = (times: number, begun = Date.now()): Readonly<Record<string, string>> => ({
  NODE_OPTIONS: `--import=${new URL('live-faster.mjs', import.meta.url).href}`,
  GANTRY_TEST_SPEED: String(times),
  GANTRY_TEST_BEGUN: String(begun),
});
