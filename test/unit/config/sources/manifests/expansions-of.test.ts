import {expect, it} from 'vitest';
import {expansionsOf} from '../../../../../src/config/sources/manifests/expansions-of.ts';

it.each([
  {pattern: '*.yaml', want: 1},
  {pattern: '{a,b}/{1..3}', want: 6},
  {pattern: '{a..z}{a..z}{a..z}{a..z}.yaml', want: 26 ** 4},
  {pattern: '{Z..a}', want: 8},
  {pattern: '\u{1f600}/{1..9999999}', want: 9_999_999},
  {pattern: '{1..99999999999999999999}', want: Number.POSITIVE_INFINITY},
  {pattern: '{{1..99},{1..99},{1..99}', want: 99 ** 3},
  {pattern: '\\{{1..99},{1..99}\\}', want: 99 ** 2},
  {pattern: '{../a,../b}', want: 2},
])('the pattern $pattern stands for $want patterns', ({pattern, want}) => {
  expect(expansionsOf(pattern)).toBe(want);
});
