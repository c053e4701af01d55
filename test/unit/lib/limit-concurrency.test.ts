import {expect, it} from 'vitest';
import {mapAll} from '../../../src/lib/limit-concurrency.ts';

it('an error is thrown after all other calls have ended', async () => {
  const slow = Promise.withResolvers<void>();
  const ended: string[] = [];
  const error = new Error('down');
  const all = mapAll(['fails', 'slow', 'waits'], 2, async (item) => {
    if (item === 'fails') throw error;
    if (item === 'slow') await slow.promise;
    ended.push(item);
  });
  const seen = all.catch((thrown: unknown) => [thrown, ...ended]);
  setImmediate(slow.resolve);
  expect(await seen).toEqual([error, 'waits', 'slow']);
});

it('the results are in the order of the items', async () =>
  expect(await mapAll([1, 2, 3], 2, async (item) => item * 2)).toEqual([2, 4, 6]));
