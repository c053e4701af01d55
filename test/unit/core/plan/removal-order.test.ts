import {expect, it} from 'vitest';
import {removalOrder} from '../../../../src/core/plan/removal-order.ts';

const states = (needs: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(needs).map(([id, dependsOn]) => ({id, dependsOn}));

it.each([
  {title: 'a resource goes before what it depended on', needs: {a: [], b: ['a'], c: ['b']}, want: ['c', 'b', 'a']},
  {title: 'resources without dependencies keep their order', needs: {b: [], a: [], c: []}, want: ['b', 'a', 'c']},
  {title: 'a dependency that stays is no edge', needs: {b: ['stays'], a: []}, want: ['b', 'a']},
  {title: 'a recorded loop keeps its order', needs: {a: ['b'], b: ['a']}, want: ['a', 'b']},
])('$title', ({needs, want}) => {
  expect(removalOrder(states(needs)).order).toEqual(want);
});

it('each removal waits for all that depended on it', () => {
  const {after} = removalOrder(states({net: [], web: ['net'], job: ['net', 'gone']}));
  expect(Object.fromEntries(after)).toEqual({net: ['web', 'job'], web: [], job: []});
});
