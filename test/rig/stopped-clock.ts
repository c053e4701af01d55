import type {Clock} from '../../src/ports/clock.ts';

/** A clock whose hands the test turns; sleeping ends at once and moves the hands. */
export function stoppedClock(
  start = new Date('2026-01-01T00:00:00Z'),
): Clock & {readonly advance: (ms: number) => void} {
  let elapsed = 0;
  return {
    now: () => new Date(start.getTime() + elapsed),
    monotonic: () => elapsed,
    sleep: async (ms) => {
      elapsed += ms;
    },
    advance: (ms) => {
      elapsed += ms;
    },
  };
}
