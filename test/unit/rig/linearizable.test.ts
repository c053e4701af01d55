import {expect, it} from 'vitest';
import {linearize, type Step, type Told} from '../../rig/reliability/linearizable.ts';

const write = (
  from: number,
  to: number,
  expected: string | undefined,
  value: string | undefined,
  told: Told = 'done',
): Step => ({
  kind: 'write',
  from,
  to,
  expected,
  value,
  told,
});
/** Its answer is not known; it may be done `times` times. */
const unknown = (
  from: number,
  to: number,
  expected: string | undefined,
  value: string | undefined,
  times: number,
): Step => ({kind: 'write', from, to, expected, value, told: 'nothing', times});
const read = (from: number, to: number, saw?: string): Step => ({kind: 'read', from, to, saw});
const listed = (from: number, to: number, there: boolean): Step => ({kind: 'listed', from, to, there});

it.each<{name: string; steps: Step[]; order?: (string | undefined)[]}>([
  {name: 'nothing happened', steps: [], order: []},
  {
    name: 'one after the other',
    steps: [write(0, 1, undefined, 'a'), read(2, 3, 'a'), write(4, 5, 'a', 'b')],
    order: ['a', 'b'],
  },
  {name: 'a read during a write sees the old value', steps: [write(0, 5, undefined, 'a'), read(1, 2)], order: ['a']},
  {
    name: 'a read during a write sees the new value',
    steps: [write(0, 5, undefined, 'a'), read(1, 2, 'a')],
    order: ['a'],
  },
  {
    name: 'two reads during a write see new, then old',
    steps: [write(0, 9, undefined, 'a'), read(1, 2, 'a'), read(3, 4)],
  },
  {name: 'a write that was answered is lost', steps: [write(0, 1, undefined, 'a'), read(2, 3)]},
  {name: 'an old value is read', steps: [write(0, 1, undefined, 'a'), write(2, 3, 'a', 'b'), read(4, 5, 'a')]},
  {
    name: 'two win over one version',
    steps: [write(0, 1, undefined, 'a'), write(2, 9, 'a', 'b'), write(2, 9, 'a', 'c')],
  },
  {name: 'two create', steps: [write(0, 9, undefined, 'a'), write(0, 9, undefined, 'b')]},
  {
    name: 'a conflict is told though nobody else wrote',
    steps: [write(0, 1, undefined, 'a'), write(2, 3, 'a', 'b', 'conflict')],
  },
  {
    name: 'a conflict is told because another was first',
    steps: [write(0, 1, undefined, 'a'), write(2, 5, 'a', 'b'), write(3, 6, 'a', 'c', 'conflict')],
    order: ['a', 'b'],
  },
  {
    name: 'a write without an answer was never done',
    steps: [write(0, Infinity, undefined, 'a', 'nothing'), read(2, 3)],
    order: [],
  },
  {
    name: 'a write without an answer is done later',
    steps: [write(0, Infinity, undefined, 'a', 'nothing'), read(2, 3), read(4, 5, 'a')],
    order: ['a'],
  },
  {name: 'a value comes from nowhere', steps: [read(0, 1, 'x')]},
  {
    name: 'created, deleted, created again',
    steps: [
      write(0, 1, undefined, 'a'),
      write(2, 3, 'a', undefined),
      listed(4, 5, false),
      write(6, 7, undefined, 'b'),
      listed(8, 9, true),
    ],
    order: ['a', undefined, 'b'],
  },
  {name: 'a list leaves out what is there', steps: [write(0, 1, undefined, 'a'), listed(2, 3, false)]},
  {
    name: 'a delete is done twice',
    steps: [write(0, 1, undefined, 'a'), write(2, 3, 'a', undefined), write(4, 5, 'a', undefined)],
  },
  {
    name: 'a write without an answer ended before a look that fits what was and what it made',
    steps: [write(0, 1, undefined, 'a'), write(2, 8, 'a', 'b', 'nothing'), listed(10, 30, true), read(31, 32, 'b')],
    order: ['a', 'b'],
  },
  {
    name: 'a write without an answer ended before what it replaces was seen for the last time',
    steps: [write(0, 1, undefined, 'a'), write(2, 8, 'a', 'b', 'nothing'), read(10, 30, 'a'), read(31, 32, 'b')],
  },
  {
    name: 'a write that may be done twice is done once where what it replaces is there once',
    steps: [
      unknown(0, 9, undefined, 'a', 1),
      unknown(0, 9, 'a', 'b', 2),
      read(3, 4, 'b'),
      read(5, 6, 'a'),
      read(7, 8, 'b'),
    ],
  },
  {
    name: 'a write is done as often as what it replaces is there',
    steps: [
      unknown(0, 19, undefined, 'a', 2),
      unknown(2, 18, 'a', 'b', 2),
      read(3, 4, 'b'),
      write(5, 6, 'b', undefined),
      read(7, 8),
      read(9, 10, 'a'),
      read(11, 12, 'b'),
    ],
    order: ['a', 'b', undefined, 'a', 'b'],
  },
  {
    name: 'and no more often than it was sent',
    steps: [
      unknown(0, 19, undefined, 'a', 2),
      unknown(2, 18, 'a', 'b', 1),
      read(3, 4, 'b'),
      write(5, 6, 'b', undefined),
      read(7, 8),
      read(9, 10, 'a'),
      read(11, 12, 'b'),
    ],
  },
])('$name: the checker says whether that may be', ({steps, order}) => {
  const want = order === undefined ? {stuck: expect.any(Array) as unknown} : {order};
  expect(linearize(steps)).toEqual(want);
  // Who wrote it down first does not matter.
  expect(linearize(steps.toReversed())).toEqual(want);
});
