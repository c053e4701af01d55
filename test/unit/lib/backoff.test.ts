import {expect, it} from 'vitest';
import {type Backoff, backoff} from '../../../src/lib/backoff.ts';

const cases: readonly {readonly what: string; readonly of: Backoff; readonly random: number; readonly ms: number}[] = [
  {what: 'the first pause at its longest', of: {attempt: 1, firstMs: 200}, random: 1, ms: 200},
  {what: 'the first pause at its shortest', of: {attempt: 1, firstMs: 200}, random: 0, ms: 100},
  {what: 'twice as long each time', of: {attempt: 4, firstMs: 200}, random: 1, ms: 1600},
  {what: 'no longer than the longest', of: {attempt: 9, firstMs: 200, longestMs: 10_000}, random: 1, ms: 10_000},
  {
    what: 'spread where it is the longest, too',
    of: {attempt: 9, firstMs: 200, longestMs: 10_000},
    random: 0,
    ms: 5_000,
  },
  {what: 'without a longest one, on and on', of: {attempt: 9, firstMs: 200}, random: 1, ms: 51_200},
  {what: 'what the server asks for', of: {attempt: 1, firstMs: 200, askedMs: 3_000}, random: 1, ms: 3_000},
  {
    what: 'what the server asks for, though longer than the longest',
    of: {attempt: 1, firstMs: 200, longestMs: 1_000, askedMs: 3_000},
    random: 0,
    ms: 3_000,
  },
  {what: 'its own, if the server asks for less', of: {attempt: 3, firstMs: 200, askedMs: 10}, random: 1, ms: 800},
  {
    what: 'its own, if the server asks for no number (a date)',
    of: {attempt: 1, firstMs: 200, askedMs: Number.NaN},
    random: 1,
    ms: 200,
  },
  {
    what: 'its own, if the server asks for ever',
    of: {attempt: 1, firstMs: 200, askedMs: Number.POSITIVE_INFINITY},
    random: 1,
    ms: 200,
  },
];

it.each(cases)('waits $what', ({of, random, ms}) => {
  expect(backoff(of, random)).toBe(ms);
});
