import * as fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {formatFieldPath} from '../../../../src/core/fields/field-path.ts';
import type {Json, JsonObject} from '../../../../src/core/json.ts';
import {compareObjects} from '../../../../src/kubernetes/fields/compare.ts';
import {DEDUCED} from '../../../../src/kubernetes/fields/schema.ts';
import {deepEqual} from '../../../../src/lib/deep-equal.ts';
import {OBJECTS, type Sample} from './fixtures/objects.ts';
import {schemaOf} from './fixtures/schema-of.ts';

const pod = (spec: JsonObject): Sample => ({apiVersion: 'v1', kind: 'Pod', metadata: {name: 'x'}, spec});
const app = (container: JsonObject): Sample => pod({containers: [{name: 'app', ...container}]});
const gadget = (spec: JsonObject): Sample => ({
  apiVersion: 'fields.gantry.test/v1',
  kind: 'Gadget',
  metadata: {name: 'x'},
  spec,
});

type Found = readonly [path: string, before: Json | undefined, after: Json | undefined];

const compare = (before: Sample, after: Sample): Found[] =>
  compareObjects(before, after, schemaOf(before)).map((found) => [
    formatFieldPath(found.path),
    found.before,
    found.after,
  ]);

const APP = 'spec.containers[name="app"]';

describe('a difference is', () => {
  it.each<{name: string; before: Sample; after: Sample; want: Found[]}>([
    {name: 'one leaf', before: app({image: 'a:1'}), after: app({image: 'a:2'}), want: [[`${APP}.image`, 'a:1', 'a:2']]},
    {
      name: 'an item that is found by its key at any position',
      before: app({ports: [{containerPort: 80}, {containerPort: 81, name: 'b'}]}),
      after: app({ports: [{containerPort: 79}, {containerPort: 80}, {containerPort: 81, name: 'c', protocol: 'TCP'}]}),
      want: [
        [`${APP}.ports[containerPort=81,protocol="TCP"].name`, 'b', 'c'],
        [`${APP}.ports[containerPort=81,protocol="TCP"].protocol`, undefined, 'TCP'],
        [`${APP}.ports[containerPort=79,protocol="TCP"]`, undefined, {containerPort: 79}],
      ],
    },
    {
      name: 'a new container as a whole, and a removed one',
      before: pod({containers: [{name: 'a', image: 'x'}]}),
      after: pod({containers: [{name: 'b', image: 'y'}]}),
      want: [
        ['spec.containers[name="a"]', {name: 'a', image: 'x'}, undefined],
        ['spec.containers[name="b"]', undefined, {name: 'b', image: 'y'}],
      ],
    },
    {
      name: 'a new subtree as a whole',
      before: pod({}),
      after: pod({securityContext: {runAsUser: 1}}),
      want: [['spec.securityContext', undefined, {runAsUser: 1}]],
    },
    {
      name: 'an atomic list as a whole',
      before: app({args: ['a', 'b']}),
      after: app({args: ['a', 'c']}),
      want: [[`${APP}.args`, ['a', 'b'], ['a', 'c']]],
    },
    {
      name: 'the order of a list, by its keys',
      before: app({env: [{name: 'A'}, {name: 'B'}, {name: 'C'}]}),
      after: app({env: [{name: 'C'}, {name: 'A'}, {name: 'B'}]}),
      want: [[`${APP}.env`, ['A', 'B', 'C'], ['C', 'A', 'B']]],
    },
    {
      name: 'the order by whole keys where there are several key fields',
      before: app({ports: [{containerPort: 1}, {containerPort: 2}]}),
      after: app({ports: [{containerPort: 2}, {containerPort: 1}]}),
      want: [
        [
          `${APP}.ports`,
          [
            {containerPort: 1, protocol: 'TCP'},
            {containerPort: 2, protocol: 'TCP'},
          ],
          [
            {containerPort: 2, protocol: 'TCP'},
            {containerPort: 1, protocol: 'TCP'},
          ],
        ],
      ],
    },
    {
      name: 'the value of a set, and its order',
      before: gadget({set: ['a', 'b', 'c']}),
      after: gadget({set: ['d', 'c', 'a']}),
      want: [
        ['spec.set["b"]', 'b', undefined],
        ['spec.set["d"]', undefined, 'd'],
        ['spec.set', ['a', 'b', 'c'], ['d', 'c', 'a']],
      ],
    },
    {
      name: 'a list as a whole where its items cannot be told apart',
      before: app({env: [{name: 'A', value: '1'}]}),
      after: app({
        env: [
          {name: 'A', value: '1'},
          {name: 'A', value: '2'},
        ],
      }),
      want: [
        [
          `${APP}.env`,
          [{name: 'A', value: '1'}],
          [
            {name: 'A', value: '1'},
            {name: 'A', value: '2'},
          ],
        ],
      ],
    },
    {
      name: 'a value that became another type',
      before: gadget({anything: {a: 1}}),
      after: gadget({anything: [1]}),
      want: [['spec.anything', {a: 1}, [1]]],
    },
    {
      name: 'null against absent',
      before: gadget({maybe: null}),
      after: gadget({}),
      want: [['spec.maybe', null, undefined]],
    },
    {
      name: 'a difference in a field that the schema does not know',
      before: gadget({later: {a: 1, b: 2}}),
      after: gadget({later: {a: 1, b: 3}}),
      want: [['spec.later.b', 2, 3]],
    },
    {
      name: 'no difference for another order of keys',
      before: gadget({free: {a: 1, b: 2}}),
      after: gadget({free: {b: 2, a: 1}}),
      want: [],
    },
  ])('a comparison reports $name', ({before, after, want}) => expect(compare(before, after)).toEqual(want));
});

describe('comparing', () => {
  it.each(OBJECTS)('a comparison of a $kind with itself finds nothing', (object) =>
    expect(compare(object, structuredClone(object))).toEqual([]),
  );

  const anyObject = fc.object({
    maxDepth: 3,
    values: [fc.integer(), fc.string(), fc.constant(null)],
  }) as fc.Arbitrary<JsonObject>;

  it('a comparison finds a difference exactly when the objects are not equal', () =>
    fc.assert(
      fc.property(anyObject, anyObject, (a, b) => (compareObjects(a, b, DEDUCED).length === 0) === deepEqual(a, b)),
    ));

  it('a comparison in the other direction swaps before and after', () =>
    fc.assert(
      fc.property(anyObject, anyObject, (a, b) => {
        const swapped = compareObjects(b, a, DEDUCED).map(({path, before, after}) => ({
          path,
          before: after,
          after: before,
        }));
        expect(swapped).toEqual(compareObjects(a, b, DEDUCED).map(({path, before, after}) => ({path, before, after})));
      }),
    ));
});
