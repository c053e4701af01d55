import {syncBuiltinESMExports} from 'node:module';
import timers from 'node:timers/promises';
import {afterAll, beforeAll, expect, it, vi} from 'vitest';
import {systemClock} from '../../../../../src/adapters/local/clock/system-clock.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Node makes a millisecond of what is longer. */
const LONGEST_MS = 2 ** 31 - 1;

const waits: number[] = [];

beforeAll(() => {
  vi.spyOn(timers, 'setTimeout').mockImplementation(async (ms) => void waits.push(ms ?? 0));
  syncBuiltinESMExports();
});

afterAll(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

it.each([
  {name: 'not at all', ms: 0},
  {name: 'a moment', ms: 5},
  {name: 'as long as one timer can wait', ms: LONGEST_MS},
  {name: 'longer than one timer can wait', ms: LONGEST_MS + 1},
  {name: 'some months', ms: 100 * DAY_MS},
])('the system clock sleeps $name', async ({ms}) => {
  waits.length = 0;
  await systemClock.sleep(ms);
  expect(waits.reduce((sum, one) => sum + one, 0)).toBe(ms);
  expect(Math.max(...waits)).toBeLessThanOrEqual(LONGEST_MS);
});
