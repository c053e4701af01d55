import * as fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {Json, JsonObject} from '../../../../src/core/json.ts';
import {fieldSet} from '../../../../src/kubernetes/fields/field-set.ts';
import {fieldSetOf} from '../../../../src/kubernetes/fields/field-set-of.ts';
import {project} from '../../../../src/kubernetes/fields/project.ts';
import {DEDUCED} from '../../../../src/kubernetes/fields/schema.ts';
import {OBJECTS, type Sample} from './fixtures/objects.ts';
import {schemaOf} from './fixtures/schema-of.ts';

const gadget = (spec: JsonObject): Sample => ({
  apiVersion: 'fields.gantry.test/v1',
  kind: 'Gadget',
  metadata: {name: 'x'},
  spec,
});

describe('a projection shows', () => {
  it.each<{name: string; owned: Sample; live: Sample; want: Json}>([
    {
      name: 'what we own with the value that it has now',
      owned: gadget({color: 'red', free: {a: {b: 1}}}),
      live: gadget({color: 'green', ratio: 1, free: {a: {b: 2, c: 3}, d: 4}}),
      want: {spec: {color: 'green', free: {a: {b: 2}}}},
    },
    {
      name: 'nothing of what is gone',
      owned: gadget({color: 'red', maybe: 'x'}),
      live: gadget({maybe: 'y'}),
      want: {spec: {maybe: 'y'}},
    },
    {
      name: 'our items only, in the order of the live list',
      owned: gadget({
        parts: [
          {name: 'a', size: 1},
          {name: 'b', size: 2},
        ],
        set: ['x', 'y'],
      }),
      live: gadget({
        parts: [
          {name: 'b', zone: 'any', size: 2},
          {name: 'c', size: 3},
          {name: 'a', size: 9},
        ],
        set: ['y', 'z', 'x'],
      }),
      want: {
        spec: {
          parts: [
            {name: 'b', size: 2},
            {name: 'a', size: 9},
          ],
          set: ['y', 'x'],
        },
      },
    },
    {
      name: 'atomic values whole',
      owned: gadget({atomicMap: {a: 'b'}, plainList: ['a']}),
      live: gadget({atomicMap: {c: 'd'}, plainList: ['a', 'b']}),
      want: {spec: {atomicMap: {c: 'd'}, plainList: ['a', 'b']}},
    },
    {
      name: 'only that an empty object is there',
      owned: gadget({free: {a: {}}}),
      live: gadget({free: {a: {b: 1}}}),
      want: {spec: {free: {a: {}}}},
    },
    {
      name: 'what took the place of a subtree',
      owned: gadget({free: {a: {b: 1}}}),
      live: gadget({free: {a: 'x'}}),
      want: {spec: {free: {a: 'x'}}},
    },
  ])('$name', ({owned, live, want}) =>
    expect(project(live, fieldSetOf(owned, schemaOf(owned)), schemaOf(live))).toEqual(want),
  );

  it('an empty set projects to an empty object', () => expect(project({a: 1}, fieldSet([]), DEDUCED)).toEqual({}));
});

/** Identity is stripped from a field set, and an empty list of items has no field: both are absent in a projection. */
function withoutIdentity({
  apiVersion: _a,
  kind: _k,
  metadata: {name: _n, namespace: _s, ...metadata},
  ...rest
}: Sample): JsonObject {
  return {...(Object.keys(metadata).length > 0 && {metadata}), ...rest};
}

describe('projected on its own field set', () => {
  it.each(OBJECTS.map((object) => ({object, name: `${object.kind} ${object.metadata.name}`})))(
    '$name stays itself',
    ({object}) => {
      const schema = schemaOf(object);
      expect(project(object, fieldSetOf(object, schema), schema)).toEqual(withoutIdentity(object));
    },
  );

  const anyObject = fc.object({
    maxDepth: 4,
    values: [fc.integer(), fc.string(), fc.constant(null)],
  }) as fc.Arbitrary<JsonObject>;

  it('any free-form object stays itself', () =>
    fc.assert(
      fc.property(anyObject, (spec) => {
        expect(project({spec}, fieldSetOf({spec}, DEDUCED), DEDUCED)).toEqual({spec});
      }),
    ));
});
