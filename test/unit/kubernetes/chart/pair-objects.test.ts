import {expect, it} from 'vitest';
import {pairObjects} from '../../../../src/kubernetes/chart/pair-objects.ts';

const object = (file: string, kind: string, name: string) => ({
  origin: {file},
  object: {apiVersion: 'v1', kind, metadata: {name}},
});
const named = ({object: {metadata}}: ReturnType<typeof object>) => metadata.name;
const shown = (one: readonly ReturnType<typeof object>[], other: readonly ReturnType<typeof object>[]) => {
  const {pairs, renamed, alone} = pairObjects(one, other);
  const both = (found: typeof pairs) => found.map(([a, b]) => `${named(a)} ${named(b)}`);
  return {pairs: both(pairs), renamed: both(renamed), alone: alone.map(named)};
};

it.each([
  {
    name: 'equal objects are paired in any order',
    one: [object('a', 'Secret', 'x'), object('a', 'Secret', 'y')],
    other: [object('a', 'Secret', 'y'), object('a', 'Secret', 'x')],
    want: {pairs: ['x x', 'y y'], renamed: [], alone: []},
  },
  {
    name: 'an object with another name in each render is paired by its template and kind',
    one: [object('a', 'Secret', 'x1'), object('a', 'Secret', 'y')],
    other: [object('a', 'Secret', 'x2'), object('a', 'Secret', 'y')],
    want: {pairs: ['y y'], renamed: ['x1 x2'], alone: []},
  },
  {
    name: 'an object of another kind in the same template is not paired',
    one: [object('a', 'Secret', 'x')],
    other: [object('a', 'ConfigMap', 'x')],
    want: {pairs: [], renamed: [], alone: ['x', 'x']},
  },
  {
    name: 'an object that only the second render has is alone',
    one: [],
    other: [object('a', 'Secret', 'x')],
    want: {pairs: [], renamed: [], alone: ['x']},
  },
  {
    name: 'an object that a template prints twice is paired twice',
    one: [object('a', 'Secret', 'x'), object('a', 'Secret', 'x')],
    other: [object('a', 'Secret', 'x')],
    want: {pairs: ['x x'], renamed: [], alone: ['x']},
  },
])('$name', ({one, other, want}) => expect(shown(one, other)).toEqual(want));
