import {expect, it} from 'vitest';
import {compareHooks, type WeighedObject} from '../../../../src/kubernetes/hook/compare-hooks.ts';

const KINDS = [
  'Job',
  'Pod',
  'ConfigMap',
  'ServiceAccount',
  'Secret',
  'Role',
  'Widget',
  'Gadget',
  'Namespace',
  'Ingress',
];
/** The places of these kinds in Helm's InstallOrder. */
const PLACES = ['Namespace', 'ServiceAccount', 'Secret', 'ConfigMap', 'Role', 'Pod', 'Job', 'Ingress'];

const hook = (kind: string, name: string, weight = 0): WeighedObject => ({
  object: {apiVersion: 'v1', kind, metadata: {name}},
  weight,
});

const nameOf = ({object}: WeighedObject): string => (object['metadata'] as {readonly name: string}).name;
const kindOf = ({object}: WeighedObject): string => String(object['kind']);

/** What Helm does: a stable sort by kind when it splits the manifests, and a stable sort by weight and name when it runs them. */
function asHelm(hooks: readonly WeighedObject[]): readonly WeighedObject[] {
  const before = (a: WeighedObject, b: WeighedObject): boolean => {
    const [i, j] = [PLACES.indexOf(kindOf(a)), PLACES.indexOf(kindOf(b))];
    if (i === -1 && j === -1) return kindOf(a) < kindOf(b);
    if (i === -1) return false;
    return j === -1 || i < j;
  };
  const less = (a: WeighedObject, b: WeighedObject): boolean =>
    a.weight === b.weight ? nameOf(a) < nameOf(b) : a.weight < b.weight;
  const sort = (list: readonly WeighedObject[], smaller: typeof less) =>
    list.toSorted((a, b) => (smaller(a, b) ? -1 : smaller(b, a) ? 1 : 0));
  return sort(sort(hooks, before), less);
}

/** A generator of numbers that a seed determines. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return state % below;
  };
}

it('hooks have the order in which Helm runs them, for any weights, names and kinds', () => {
  for (let seed = 1; seed <= 500; seed++) {
    const next = numbers(seed);
    const hooks = Array.from({length: 2 + next(12)}, () =>
      hook(KINDS[next(KINDS.length)] ?? 'Job', ['a', 'b', 'B', 'a-1', 'a.b'][next(5)] ?? 'a', next(3) - 1),
    );
    expect(hooks.toSorted(compareHooks), `seed ${seed}`).toEqual(asHelm(hooks));
  }
});

it.each([
  {name: 'a lower weight comes first', first: hook('Job', 'z', -10), second: hook('ServiceAccount', 'a', 0)},
  {name: 'the name decides before the kind', first: hook('Job', 'a'), second: hook('ServiceAccount', 'b')},
  {name: 'the kind decides between equal names', first: hook('ServiceAccount', 'a'), second: hook('Job', 'a')},
  {name: 'an unknown kind comes after a known one', first: hook('Job', 'a'), second: hook('Gadget', 'a')},
  {name: 'unknown kinds are in alphabetical order', first: hook('Gadget', 'a'), second: hook('Widget', 'a')},
  {name: 'upper case comes before lower case', first: hook('Job', 'B'), second: hook('Job', 'a')},
])('$name', ({first, second}) => expect([second, first].toSorted(compareHooks)).toEqual([first, second]));
