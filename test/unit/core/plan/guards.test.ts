import {describe, expect, it} from 'vitest';
import {DEFAULT_GUARDS, guardDeletions, strictestGuards} from '../../../../src/core/plan/guards.ts';
import type {Action, Change} from '../../../../src/core/plan/plan.ts';

const change = (id: string, action: Action): Change => ({id, type: 'Kubernetes', action, verified: true, fields: []});
const many = (count: number, action: Action): Change[] =>
  Array.from({length: count}, (_, i) => change(`${action}-${i}`, action));
const blockedIds = (changes: readonly Change[]) =>
  changes.filter(({blocked}) => blocked !== undefined).map(({id}) => id);

const guard = (
  changes: readonly Change[],
  held: number,
  allowDelete: readonly string[] = [],
  guards = DEFAULT_GUARDS,
) => guardDeletions(changes, {held, guards, permissions: {allowDelete}});

describe('the default guard: more than 30 % of the stack and at least 5 objects', () => {
  it.each([
    {deletes: 4, held: 4, asks: false, name: 'a small stack may be emptied'},
    {deletes: 5, held: 5, asks: true, name: 'five of five'},
    {deletes: 5, held: 16, asks: true, name: 'just above 30 %'},
    {deletes: 6, held: 20, asks: false, name: 'exactly 30 %'},
    {deletes: 5, held: 100, asks: false, name: 'five of many, as with --target'},
    {deletes: 31, held: 100, asks: true, name: 'many of many'},
    {deletes: 0, held: 0, asks: false, name: 'nothing'},
  ])('a plan that deletes $deletes of $held objects is blocked: $asks ($name)', ({deletes, held, asks}) => {
    const changes = guard(many(deletes, 'delete'), held);
    expect(blockedIds(changes)).toHaveLength(asks ? deletes : 0);
    if (asks) expect(changes[0]?.blocked?.because).toContain(`${deletes} of the ${held} objects`);
  });
});

it.each<Action>(['create', 'update', 'replace', 'adopt', 'unchanged', 'retain', 'forget', 'gone'])(
  'the action %s on much of a stack does not count as a deletion',
  (action) => expect(blockedIds(guard(many(50, action), 50))).toEqual([]),
);

it.each([
  {name: 'all', allowDelete: ['all'], blocked: 0},
  {name: 'each of them', allowDelete: many(10, 'delete').map(({id}) => id), blocked: 0},
  {name: 'so many that few are left', allowDelete: many(6, 'delete').map(({id}) => id), blocked: 0},
  {name: 'one of them', allowDelete: ['delete-0'], blocked: 9},
  {name: 'others', allowDelete: ['x', 'y'], blocked: 10},
])('permitting $name leaves $blocked of ten deletions blocked', ({allowDelete, blocked}) => {
  expect(blockedIds(guard(many(10, 'delete'), 10, allowDelete))).toHaveLength(blocked);
});

it('a change that is blocked already keeps its reason', () => {
  const blocked = {needs: '--allow-delete delete-0', because: 'it holds data'};
  const [first, ...rest] = many(10, 'delete');
  const changes = guard([{...(first as Change), blocked}, ...rest], 10);
  expect(changes[0]?.blocked).toEqual(blocked);
  expect(blockedIds(changes)).toHaveLength(10);
});

it.each([
  {said: [], want: DEFAULT_GUARDS},
  {said: [undefined, {}], want: DEFAULT_GUARDS},
  {said: [{maxDeletePercent: 80}], want: {maxDeletePercent: 80, minDeletes: 5}},
  {said: [{maxDeletePercent: 80}, {maxDeletePercent: 10}], want: {maxDeletePercent: 10, minDeletes: 5}},
  {said: [{minDeletes: 1}, {maxDeletePercent: 100, minDeletes: 20}], want: {maxDeletePercent: 100, minDeletes: 1}},
])('the stricter of the guards $said counts', ({said, want}) => expect(strictestGuards(said)).toEqual(want));

it('guards block all unpermitted deletions or none, and stricter guards block no less, with any numbers', () => {
  const random = numbers(7);
  const actions: readonly Action[] = ['delete', 'delete', 'create', 'update', 'retain', 'forget'];
  for (let round = 0; round < 2000; round++) {
    const changes = Array.from({length: random(30)}, (_, i) =>
      change(`r${i}`, actions[random(actions.length)] ?? 'gone'),
    );
    const allowDelete = changes.filter(() => random(4) === 0).map(({id}) => id);
    const held = changes.length + random(60);
    const guards = {maxDeletePercent: random(101), minDeletes: 1 + random(12)};
    const stricter = {
      maxDeletePercent: random(guards.maxDeletePercent + 1),
      minDeletes: 1 + random(guards.minDeletes),
    };
    const counted = changes
      .filter(({id, action}) => action === 'delete' && !allowDelete.includes(id))
      .map(({id}) => id);
    const blocked = blockedIds(guard(changes, held, allowDelete, guards));
    const isTooMany = counted.length >= guards.minDeletes && counted.length > (held * guards.maxDeletePercent) / 100;
    expect(blocked).toEqual(isTooMany ? counted : []);
    const strictly = blockedIds(guard(changes, held, allowDelete, stricter));
    expect(strictly).toEqual(expect.arrayContaining(blocked));
  }
});

/** Whole numbers below a bound, the same ones in every run. */
function numbers(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * bound);
  };
}
