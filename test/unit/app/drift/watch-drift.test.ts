import {expect, it} from 'vitest';
import {watchDrift} from '../../../../src/app/drift/watch-drift.ts';
import {handClock} from '../../../rig/hand-clock.ts';

/** Watches every ten seconds, each round taking as long as the table says. */
async function started(seconds: readonly number[]) {
  const clock = handClock();
  const stop = new AbortController();
  const rounds: {readonly number: number; readonly at: number}[] = [];
  const over = watchDrift(
    {
      intervalMs: 10_000,
      check: async (number) => {
        rounds.push({number, at: clock.monotonic() / 1000});
        const takes = seconds[number - 1] ?? 0;
        if (takes > 0) await clock.sleep(takes * 1000);
      },
    },
    {clock, signal: stop.signal},
  );
  return {clock, stop, rounds, over};
}

it('rounds begin at multiples of the interval, however long each takes', async () => {
  const {clock, stop, rounds, over} = await started([3, 0, 7]);
  await clock.advance(40_000);
  stop.abort('SIGINT');
  await over;
  expect(rounds.map(({at}) => at)).toEqual([0, 10, 20, 30, 40]);
});

it('a round that takes longer than the interval delays the next one, and they never overlap', async () => {
  const {clock, stop, rounds, over} = await started([25]);
  await clock.advance(40_000);
  stop.abort('SIGINT');
  await over;
  expect(rounds).toEqual([
    {number: 1, at: 0},
    {number: 2, at: 30},
    {number: 3, at: 40},
  ]);
});

it('an interrupt ends the sleep, and no further round begins', async () => {
  const {clock, stop, rounds, over} = await started([]);
  await clock.advance(5000);
  stop.abort('SIGINT');
  await over;
  expect([rounds.length, clock.sleepers()]).toEqual([1, 0]);
});

it('an unexpected error ends the watch', async () => {
  const check = (): Promise<void> => Promise.reject(new TypeError('a bug'));
  const {signal} = new AbortController();
  await expect(watchDrift({intervalMs: 10_000, check}, {clock: handClock(), signal})).rejects.toThrow('a bug');
});
