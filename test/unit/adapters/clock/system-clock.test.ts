import {afterAll, beforeAll, expect, it, vi} from 'vitest';
import type {Clock} from '../../../../src/ports/clock.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Node makes a millisecond of what is longer. */
const LONGEST_MS = 2 ** 31 - 1;

const waits: number[] = [];
let systemClock: Clock;

// Another file may have loaded the clock before, with timers that really wait.
beforeAll(async () => {
  vi.resetModules();
  vi.doMock('node:timers/promises', () => ({setTimeout: async (ms: number) => void waits.push(ms)}));
  ({systemClock} = await import('../../../../src/adapters/clock/system-clock.ts'));
});

afterAll(() => {
  vi.doUnmock('node:timers/promises');
  vi.resetModules();
});

it.each([
  {name: 'not at all', ms: 0},
  {name: 'a moment', ms: 5},
  {name: 'as long as one timer can wait', ms: LONGEST_MS},
  {name: 'longer than one timer can wait', ms: LONGEST_MS + 1},
  {name: 'some months', ms: 100 * DAY_MS},
])('sleeps $name', async ({ms}) => {
  waits.length = 0;
  await systemClock.sleep(ms);
  expect(waits.reduce((sum, one) => sum + one, 0)).toBe(ms);
  expect(Math.max(...waits)).toBeLessThanOrEqual(LONGEST_MS);
});
