import type {Clock} from '../../../../ports/clock.ts';

/** Requests at a time to a server that has not answered yet. */
export const POOL_START = 32;
/** Most requests at a time to a server that answers quickly. */
export const POOL_MAX = 64;
/** One 429 speaks for all requests that were in flight with it: the pool is halved once per this time. */
const HALVING_PAUSE_MS = 1000;

/** Room for requests in flight to one cluster: grows while the server keeps up, halves when it says 429. */
export type Pool = {
  readonly run: <T>(task: () => Promise<T>, signal?: AbortSignal) => Promise<T>;
  readonly throttled: () => void;
  readonly answered: () => void;
  readonly limit: () => number;
};

/**
 * Limits the requests at a time: answers raise the limit, a busy server halves it, and a signal ends the waiting for a turn. The engine
 * limits its steps by a fixed number (src/engine/limit-concurrency.ts), and gives up a slot while a step only waits.
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
      // Until the first 429 each answer makes room for one more; after it, each full round does.
      const round = lastHalved === Number.NEGATIVE_INFINITY ? 1 : limit;
      if (answers < round || limit >= max) return;
      answers = 0;
      limit++;
      admit();
    },
    limit: () => limit,
  };
}

/** Resolves when a place is free and taken; an abort gives up the turn. */
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
