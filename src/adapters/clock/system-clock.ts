import {setTimeout} from 'node:timers/promises';
import type {Clock} from '../../ports/clock.ts';

/** The clock of this machine. A sleep that nobody awaits any longer must be aborted: it keeps the process alive. */
export const systemClock: Clock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) => setTimeout(ms, undefined, signal === undefined ? {} : {signal}),
};
