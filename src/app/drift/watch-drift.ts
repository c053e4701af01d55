import type {Deps} from '../deps.ts';

/** A check that is repeated. */
export type WatchDrift = {
  readonly intervalMs: number;
  /** Does one round. `number` counts from 1. An error ends the watch. */
  readonly check: (number: number) => Promise<void>;
};

/**
 * Repeats a check until the signal ends it. Rounds begin at multiples of the interval after the first, and never overlap. After a round that
 * took longer than the interval, the next round begins at the next multiple.
 */
export async function watchDrift(
  {intervalMs, check}: WatchDrift,
  {clock, signal}: Pick<Deps, 'clock' | 'signal'>,
): Promise<void> {
  const first = clock.monotonic();
  for (let number = 1; !signal.aborted; number++) {
    await check(number);
    const passed = clock.monotonic() - first;
    // An abort ends the sleep, and then the loop.
    await clock.sleep(intervalMs - (passed % intervalMs), signal).catch(() => undefined);
  }
}
