import {expect, it} from 'vitest';
import {exitCodeIn} from '../../../src/cli/several/several-result.ts';

it.each([
  {codes: [], want: 0},
  {codes: [0, 0], want: 0},
  {codes: [0, 2, 0], want: 2},
  {codes: [2, 1], want: 1},
  {codes: [1, 3], want: 3},
  {codes: [3, 4], want: 4},
  {codes: [4, 5, 2], want: 5},
  {codes: [5, 6, 1], want: 6},
  {codes: [6, 130], want: 130},
  {codes: [130, 70, 6], want: 70},
])('several stacks that end with $codes end with $want', ({codes, want}) =>
  expect(exitCodeIn(codes.map((exitCode) => ({exitCode})))).toBe(want),
);
