import {setTimeout as sleep} from 'node:timers/promises';
import type {Clock} from '../../src/ports/clock.ts';

/** A life in which everything comes that many times sooner: leases, renewals, the time that a request may take. */
export function fastClock(times: number): Clock {
  const begun = Date.now();
  return {
    now: () => new Date(begun + (Date.now() - begun) * times),
    monotonic: () => performance.now() * times,
    sleep: (ms, signal) => sleep(ms / times, undefined, signal === undefined ? {} : {signal}),
  };
}
