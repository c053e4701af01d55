import {systemClock} from '../../src/adapters/local/clock/system-clock.ts';
import type {Clock} from '../../src/ports/clock.ts';

/** A life in which everything comes that many times sooner: leases, renewals, the time that a request may take. */
export function fastClock(times: number, begun = Date.now()): Clock {
  return {
    now: () => new Date(begun + (Date.now() - begun) * times),
    monotonic: () => performance.now() * times,
    sleep: (ms, signal) => systemClock.sleep(ms / times, signal),
  };
}

/** Returns the environment variables for a program with the same clock. */
export const fastProgram = (times: number, begun = Date.now()): Readonly<Record<string, string>> => ({
  NODE_OPTIONS: `--import=${new URL('live-faster.mjs', import.meta.url).href}`,
  GANTRY_TEST_SPEED: String(times),
  GANTRY_TEST_BEGUN: String(begun),
});
