import {setTimeout} from 'node:timers/promises';
import type {Clock} from '../../../ports/clock.ts';

/** The clock of this machine. A sleep that nobody awaits any longer must be aborted: it keeps the process alive. */
export const systemClock: Clock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
  sleep: async (ms, signal) => {
    let left = ms;
    for (; left > LONGEST_MS; left -= LONGEST_MS) await timer(LONGEST_MS, signal);
    await timer(left, signal);
  },
};

/** A timer that is told to wait for longer does not wait at all. */
const LONGEST_MS = 2 ** 31 - 1;

const timer = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  setTimeout(ms, undefined, signal === undefined ? {} : {signal});
