import {describe, expect, it} from 'vitest';
import {compareRenders} from '../../../../src/core/chart/compare-renders.ts';
import type {Json, JsonObject, JsonPath} from '../../../../src/core/json.ts';
import {jsonAt} from '../../../../src/core/json-at.ts';
import {type Random, randomOf} from '../../../rig/random-source.ts';

describe('the comparison of two renders', () => {
  it.each<{name: string; one: JsonObject; other: JsonObject; want: readonly unknown[]}>([
    {name: 'equal objects have no difference', one: {a: [1, {b: 'x'}]}, other: {a: [1, {b: 'x'}]}, want: []},
    {name: 'another order of keys is no difference', one: {a: 'x', b: 'y'}, other: {b: 'y', a: 'x'}, want: []},
    {
      name: 'a text that differs is found at its path',
      one: {data: {key: 'x', other: 'y'}},
      other: {data: {key: 'z', other: 'y'}},
      want: [{kind: 'text', path: ['data', 'key'], texts: ['x', 'z']}],
    },
    {
      name: 'texts in lists of the same length are found by their index',
      one: {hooks: [{ca: 'x'}, {ca: 'x'}]},
      other: {hooks: [{ca: 'x'}, {ca: 'y'}]},
      want: [{kind: 'text', path: ['hooks', 1, 'ca'], texts: ['x', 'y']}],
    },
    {
      name: 'lists of different length cannot be kept',
      one: {args: ['x']},
      other: {args: ['x', 'y']},
      want: [{kind: 'shape', path: ['args'], because: 'it has 1 items in one render and 2 in another'}],
    },
    {
      name: 'keys that differ cannot be kept',
      one: {data: {x: '1'}},
      other: {data: {y: '1'}},
      want: [{kind: 'shape', path: ['data'], because: 'its keys differ'}],
    },
    {
      name: 'a number that differs cannot be kept',
      one: {spec: {nodePort: 30001}},
      other: {spec: {nodePort: 30002}},
      want: [{kind: 'shape', path: ['spec', 'nodePort'], because: 'it is not text'}],
    },
    {
      name: 'a text in place of a list cannot be kept',
      one: {a: 'x'},
      other: {a: ['x']},
      want: [{kind: 'shape', path: ['a'], because: 'its type differs'}],
    },
    {
      name: 'a key __proto__ is compared as any other',
      one: JSON.parse('{"__proto__": "x"}') as JsonObject,
      other: JSON.parse('{"__proto__": "y"}') as JsonObject,
      want: [{kind: 'text', path: ['__proto__'], texts: ['x', 'y']}],
    },
  ])('$name', ({one, other, want}) => expect(compareRenders(one, other)).toEqual(want));

  it('the texts that differ are exactly the changed ones, in 300 random objects', () => {
    const random = randomOf(7);
    for (let round = 0; round < 300; round++) {
      const paths: JsonPath[] = [];
      const object = {root: randomJson(random, 4, ['root'], paths)};
      const changed = paths.filter(() => random.next() < 0.3);
      const other = changed.reduce<JsonObject>((all, path) => withText(all, path) as JsonObject, object);
      const found = compareRenders(object, other);
      expect(found.map(({path}) => JSON.stringify(path)).toSorted()).toEqual(
        changed.map((path) => JSON.stringify(path)).toSorted(),
      );
      for (const one of found) {
        if (one.kind !== 'text') throw new Error(`${one.because} at ${one.path.join('.')}`);
        expect(one.texts).toEqual([jsonAt(object, one.path), jsonAt(other, one.path)]);
      }
    }
  });
});

/** Makes a random value, and notes the paths of its texts. */
function randomJson(random: Random, depth: number, path: JsonPath, paths: JsonPath[]): Json {
  const kind = depth === 0 ? 0 : Math.floor(random.next() * 4);
  if (kind === 1) return Math.floor(random.next() * 100);
  const count = Math.floor(random.next() * 4);
  if (kind === 2)
    return Array.from({length: count}, (_, index) => randomJson(random, depth - 1, [...path, index], paths));
  if (kind === 3)
    return Object.fromEntries(
      Array.from({length: count}, (_, index) => [
        `k${index}`,
        randomJson(random, depth - 1, [...path, `k${index}`], paths),
      ]),
    );
  paths.push(path);
  return `text ${random.next()}`;
}

function withText(value: Json, [step, ...rest]: JsonPath): Json {
  if (step === undefined) return `${String(value)} changed`;
  if (Array.isArray(value))
    return value.map((item, index) => (index === step ? withText(item as Json, rest) : item)) as Json;
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([key, item]) => [key, key === step ? withText(item, rest) : item]),
  );
}
