import {expect, it} from 'vitest';
import {standInName} from '../../../../src/kubernetes/plan/stand-in-name.ts';

const random = () => 0.5;
const LONG = 'a-name-of-more-than-forty-characters.with.dots';

it.each([
  {name: 'web', want: 'wnnnnnnnneb'},
  {name: 'Not_A_Name', want: 'Nnnnnnnnnot_A_Name'},
  {name: 'ends-', want: 'ennnnnnnnnds-'},
  {name: '', want: ''},
  {name: LONG, want: 'a-nnnn-nn-nnnn-nnnn-nnnnn-nnnnnnnnnn.nnnn.nnns'},
])('$name → $want: nobody has it, and what is wrong with it stays', ({name, want}) => {
  expect(standInName(name, random)).toBe(want);
});
