import {expect, it} from 'vitest';
import {withinTime} from '../../../src/lib/within-time.ts';

it.each([
  ['a pattern that backtracks', () => /^(a+)+$/.test(`${'a'.repeat(60)}!`)],
  [
    'an endless loop',
    () => {
      for (;;);
    },
  ],
])('%s is stopped', (_, run) => expect(withinTime<unknown>(run, 50)).toBeUndefined());

it('a quick function answers, inside another one as well', () => {
  expect(withinTime(() => [withinTime(() => 1, 1000)?.value, withinTime(() => undefined, 1000)], 2000)).toEqual({
    value: [1, {value: undefined}],
  });
});

it('an error is passed on as it is', () => {
  const error = new Error('mine');
  expect(() =>
    withinTime(() => {
      throw error;
    }, 1000),
  ).toThrow(error);
});
