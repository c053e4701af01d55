import type {Clock} from '../../src/ports/clock.ts';

export type HandClock = Clock & {
  /** Turns the hands; who sleeps is woken in order, and what follows from it happens before the hands go on. */
  readonly advance: (ms: number) => Promise<void>;
  readonly sleepers: () => number;
};

type Sleeper = {readonly due: number; readonly wake: () => void};

/**
 * A clock that goes only when a test turns it. `wallOnly` moves the calendar and not the monotonic clock, as suspend does.
 * `jump`: time passes and nobody is woken, as in a process that is too busy to look at its timers.
 */
export function handClock(
  start = new Date('2026-01-01T00:00:00Z'),
): HandClock & {readonly wallOnly: (ms: number) => void; readonly jump: (ms: number) => void} {
  let elapsed = 0;
  let slept = 0;
  let sleepers: Sleeper[] = [];
  const advance = async (ms: number): Promise<void> => {
    const target = elapsed + ms;
    await settled();
    for (;;) {
      const next = sleepers.filter(({due}) => due <= target).toSorted((a, b) => a.due - b.due)[0];
      if (next === undefined) break;
      elapsed = Math.max(elapsed, next.due);
      sleepers = sleepers.filter((sleeper) => sleeper !== next);
      next.wake();
      await settled();
    }
    elapsed = target;
  };
  return {
    now: () => new Date(start.getTime() + elapsed + slept),
    monotonic: () => elapsed,
    advance,
    wallOnly: (ms) => {
      slept += ms;
    },
    jump: (ms) => {
      elapsed += ms;
    },
    sleepers: () => sleepers.length,
    sleep: (ms, signal) =>
      new Promise<void>((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason as Error);
        const sleeper = {due: elapsed + ms, wake: resolve};
        sleepers.push(sleeper);
        signal?.addEventListener('abort', () => {
          sleepers = sleepers.filter((other) => other !== sleeper);
          reject(signal.reason as Error);
        });
      }),
  };
}

/** Everything that can go on without time passing has gone on (compression takes a trip through the thread pool). */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}
