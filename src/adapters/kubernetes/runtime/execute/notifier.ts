import type {Clock} from '../../../../ports/clock.ts';

/** A signal that wakes everybody who waits for a change. */
export type Notifier = {
  readonly notify: () => void;
  /** Returns how often it has rung. A caller that reads this before its check misses no ring. */
  readonly count: () => number;
  /** Resolves when it has rung again after `seen`, when the time is over, or when the signal is aborted; never rejects. */
  readonly after: (seen: number, ms: number | undefined, until: Until) => Promise<void>;
};

/** The limits of a wait for a bell. */
export type Until = {readonly clock: Pick<Clock, 'sleep'>; readonly signal: AbortSignal};

/** Returns a bell that wakes all waiting callers. A ring between two waits is not lost, because callers pass the count that they saw. */
export function openNotifier(): Notifier {
  let count = 0;
  const waiting = new Set<() => void>();
  return {
    notify: () => {
      count++;
      for (const wake of waiting) wake();
    },
    count: () => count,
    after: async (seen, ms, {clock, signal}) => {
      if (count > seen || signal.aborted) return;
      const {promise, resolve} = Promise.withResolvers<void>();
      const done = new AbortController();
      waiting.add(resolve);
      signal.addEventListener('abort', () => resolve(), {once: true, signal: done.signal});
      if (ms !== undefined) clock.sleep(ms, done.signal).then(resolve, () => undefined);
      try {
        await promise;
      } finally {
        waiting.delete(resolve);
        done.abort();
      }
    },
  };
}
