import type {Clock} from '../../../../ports/clock.ts';

/** The number of parallel requests to a server that has not answered yet. */
export const POOL_START = 32;
/** The most parallel requests to a server that answers quickly. */
export const POOL_MAX = 64;
/** The time after which a 429 halves the pool again: one 429 stands for all requests that were in flight with it. */
const HALVING_PAUSE_MS = 1000;

/** The limit for parallel requests to one cluster: it grows while the server keeps up, and is halved on a 429. */
export type Pool = {
  readonly run: <T>(task: () => Promise<T>, signal?: AbortSignal) => Promise<T>;
  readonly throttled: () => void;
  readonly answered: () => void;
  readonly limit: () => number;
};

/**
 * Limits the number of parallel requests: answers raise the limit, a busy server halves it, and a signal ends the
 * waiting for a turn. The engine limits its steps by a fixed number (src/engine/limit-concurrency.ts), and gives up a
 * slot while a step only waits.
 */
export function createPool(clock: Pick<Clock, 'monotonic'>, start = POOL_START, max = POOL_MAX): Pool {
  const waiting: (() => void)[] = [];
  let [limit, running, answers] = [start, 0, 0];
  let lastHalved = Number.NEGATIVE_INFINITY;

  const admit = (): void => {
    while (running < limit) {
      const next = waiting.shift();
      if (next === undefined) return;
      running++;
      next();
    }
  };
  return {
    run: async (task, signal) => {
      signal?.throwIfAborted();
      if (running < limit) running++;
      else await turn(waiting, signal);
      try {
        return await task();
      } finally {
        running--;
        admit();
      }
    },
    throttled: () => {
      answers = 0;
      if (clock.monotonic() - lastHalved < HALVING_PAUSE_MS) return;
      lastHalved = clock.monotonic();
      limit = Math.max(1, Math.floor(limit / 2));
    },
    answered: () => {
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
