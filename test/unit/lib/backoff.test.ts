import {expect, it} from 'vitest';
import {type Backoff, backoff} from '../../../src/lib/backoff.ts';

const cases: readonly {readonly what: string; readonly of: Backoff; readonly random: number; readonly ms: number}[] = [
  {what: 'for the longest first pause', of: {attempt: 1, firstMs: 200}, random: 1, ms: 200},
  {what: 'for the shortest first pause', of: {attempt: 1, firstMs: 200}, random: 0, ms: 100},
  {what: 'twice as long each time', of: {attempt: 4, firstMs: 200}, random: 1, ms: 1600},
  {what: 'no longer than its maximum', of: {attempt: 9, firstMs: 200, longestMs: 10_000}, random: 1, ms: 10_000},
  {
    what: 'at least half of its maximum',
    of: {attempt: 9, firstMs: 200, longestMs: 10_000},
    random: 0,
    ms: 5_000,
  },
  {what: 'ever longer without a maximum', of: {attempt: 9, firstMs: 200}, random: 1, ms: 51_200},
  {what: 'as long as the server asks for', of: {attempt: 1, firstMs: 200, askedMs: 3_000}, random: 1, ms: 3_000},
  {
    what: 'as long as the server asks for, even beyond its maximum',
    of: {attempt: 1, firstMs: 200, longestMs: 1_000, askedMs: 3_000},
    random: 0,
    ms: 3_000,
  },
  {
    what: 'for its own pause if the server asks for less',
    of: {attempt: 3, firstMs: 200, askedMs: 10},
    random: 1,
    ms: 800,
  },
  {
    what: 'for its own pause if the server asks for a date',
    of: {attempt: 1, firstMs: 200, askedMs: Number.NaN},
    random: 1,
    ms: 200,
  },
  {
    what: 'for its own pause if the server asks for an infinite one',
    of: {attempt: 1, firstMs: 200, askedMs: Number.POSITIVE_INFINITY},
    random: 1,
    ms: 200,
  },
];

it.each(cases)('a backoff waits $what', ({of, random, ms}) => {
  expect(backoff(of, random)).toBe(ms);
});
