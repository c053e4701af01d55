import {setTimeout} from 'node:timers/promises';
import type {Clock} from '../../../ports/clock.ts';

/** The clock of this machine. Abort a sleep that is no longer awaited, because it keeps the process alive. */
export const systemClock: Clock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
  sleep: async (ms, signal) => {
    let left = ms;
    for (; left > LONGEST_MS; left -= LONGEST_MS) await timer(LONGEST_MS, signal);
    await timer(left, signal);
  },
};

/** The longest timer in milliseconds. Node fires a longer timer at once. */
const LONGEST_MS = 2 ** 31 - 1;

const timer = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  setTimeout(ms, undefined, signal === undefined ? {} : {signal});
