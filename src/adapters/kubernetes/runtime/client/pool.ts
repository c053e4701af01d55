import type {Clock} from '../../../../ports/clock.ts';
import {createPace} from './pace.ts';

/** The number of parallel requests to a server that has not answered yet. */
export const POOL_START = 32;
/** The most parallel requests to a server that answers quickly. */
export const POOL_MAX = 64;
/** The time after which a 429 halves the pool again: one 429 stands for all requests that were in flight with it. */
const HALVING_PAUSE_MS = 1000;

/** The limit for parallel requests to one cluster, and their pace: they grow while the server keeps up, and shrink on a 429. */
export type Pool = {
  readonly run: <T>(task: () => Promise<T>, signal?: AbortSignal) => Promise<T>;
  readonly throttled: () => void;
  readonly answered: () => void;
  readonly limit: () => number;
};

/** `start` and `max` are numbers of parallel requests; `ended` is aborted when no more requests begin. */
type PoolOptions = {readonly start?: number; readonly max?: number; readonly ended?: AbortSignal};

/**
 * Limits the number of parallel requests: answers raise the limit, a busy server halves it, and a signal ends the
 * waiting for a turn. The engine limits its steps by a fixed number (src/lib/limit-concurrency.ts), and gives up a
 * slot while a step only waits.
 */
export function createPool(
  clock: Pick<Clock, 'monotonic' | 'sleep'>,
  {start = POOL_START, max = POOL_MAX, ended}: PoolOptions = {},
): Pool {
  const waiting: (() => void)[] = [];
  const pace = createPace(clock);
  let [limit, running, answers] = [start, 0, 0];
  let lastHalved = Number.NEGATIVE_INFINITY;
  let isPaused = false;

  const admit = (): void => {
    if (isPaused) return;
    while (running < limit && waiting.length > 0) {
      const delayMs = pace.delayMs();
      if (delayMs > 0) return void admitAfter(delayMs);
      running++;
      waiting.shift()?.();
    }
  };
  const admitAfter = async (delayMs: number): Promise<void> => {
    isPaused = true;
    // When the client has ended, the requests that wait have ended, too.
    if (!(await slept(clock.sleep(delayMs, ended)))) return;
    isPaused = false;
    admit();
  };
  const queued = (signal: AbortSignal | undefined): Promise<void> => {
    const admitted = turn(waiting, signal);
    admit();
    return admitted;
  };
  return {
    run: async (task, signal) => {
      signal?.throwIfAborted();
      if (!isPaused && waiting.length === 0 && running < limit && pace.delayMs() === 0) running++;
      else await queued(signal);
      try {
        return await task();
      } finally {
        running--;
        admit();
      }
    },
    throttled: () => {
      pace.throttled();
      answers = 0;
      if (clock.monotonic() - lastHalved < HALVING_PAUSE_MS) return;
      lastHalved = clock.monotonic();
      limit = Math.max(1, Math.floor(limit / 2));
    },
    answered: () => {
      pace.answered();
      answers++;
      // Before the first 429 each answer raises the limit by one; afterwards each full round does.
      const round = lastHalved === Number.NEGATIVE_INFINITY ? 1 : limit;
      if (answers < round || limit >= max) return;
      answers = 0;
      limit++;
      admit();
    },
    limit: () => limit,
  };
}

/** Resolves when a slot is free and taken; an abort gives up the turn. */
function turn(waiting: (() => void)[], signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      waiting.splice(waiting.indexOf(go), 1);
      reject(signal?.reason as Error);
    };
    const go = (): void => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    };
    waiting.push(go);
    signal?.addEventListener('abort', onAbort, {once: true});
  });
}

/** Reports whether a sleep was not aborted. */
const slept = (sleep: Promise<void>): Promise<boolean> =>
  sleep.then(
    () => true,
    () => false,
  );
