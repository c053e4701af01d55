import {setTimeout as sleep} from 'node:timers/promises';
import type {Clock} from '../../src/ports/clock.ts';

export const realClock: Clock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) => sleep(ms, undefined, {signal}),
};
