import {describe, expect, it} from 'vitest';
import {formatFieldPath} from '../../../../src/core/fields/field-path.ts';
import type {JsonObject} from '../../../../src/core/json.ts';
import {paths} from '../../../../src/kubernetes/fields/field-set.ts';
import {fieldSetOf} from '../../../../src/kubernetes/fields/field-set-of.ts';
import {toFieldsV1} from '../../../../src/kubernetes/fields/fields-v1.ts';
import {DEDUCED} from '../../../../src/kubernetes/fields/schema.ts';
import {OBJECTS, type Sample} from './fixtures/objects.ts';
import {readFixture, schemaOf} from './fixtures/schema-of.ts';

const stored = readFixture('field-sets.json') as JsonObject[];

describe('the computed field set equals the one that a real server recorded', () => {
  it.each(OBJECTS.map((object, i) => ({object, want: stored[i], name: `${object.kind} ${object.metadata.name}`})))(
    'for $name',
    ({object, want}) => expect(toFieldsV1(fieldSetOf(object, schemaOf(object)))).toEqual(want),
  );
});

const sample = (apiVersion: string, kind: string, rest: JsonObject): Sample => ({
  apiVersion,
  kind,
  metadata: {name: 'x'},
  ...rest,
});
const gadget = (spec: JsonObject): Sample => sample('fields.gantry.test/v1', 'Gadget', {spec});
const owned = (object: Sample): string[] => paths(fieldSetOf(object, schemaOf(object))).map(formatFieldPath);

describe('a field set', () => {
  it.each<{name: string; object: Sample; want: string[]}>([
    {name: 'never has what names the object', object: sample('v1', 'ConfigMap', {}), want: []},
    {name: 'has the keys of a map', object: sample('v1', 'ConfigMap', {data: {'a.b': 'x'}}), want: ['data["a.b"]']},
    {name: 'has an empty object as itself', object: sample('v1', 'ConfigMap', {data: {}}), want: ['data']},
    {name: 'has null as itself', object: gadget({maybe: null}), want: ['spec.maybe']},
    {name: 'has an atomic list as a whole', object: gadget({plainList: ['a']}), want: ['spec.plainList']},
    {name: 'has an empty atomic list', object: gadget({plainList: []}), want: ['spec.plainList']},
    {name: 'has nothing of an empty list of items', object: gadget({set: []}), want: []},
    {name: 'has each value of a set', object: gadget({set: ['x']}), want: ['spec.set["x"]']},
    {name: 'has an atomic map as a whole', object: gadget({atomicMap: {a: 'b'}}), want: ['spec.atomicMap']},
    {
      name: 'completes the key of an item with its default',
      object: gadget({parts: [{name: 'a'}]}),
      want: ['spec.parts[name="a",zone="any"]', 'spec.parts[name="a",zone="any"].name'],
    },
    {
      name: 'has only the key of items that cannot be told apart',
      object: gadget({
        parts: [
          {name: 'a', size: 1},
          {name: 'a', size: 2},
        ],
      }),
      want: ['spec.parts[name="a",zone="any"]'],
    },
    {name: 'leaves out an item without a key', object: gadget({set: [null, {}]}), want: []},
    {
      name: 'has fields below free-form parents one by one, lists there as a whole',
      object: gadget({free: {x: {list: [{a: 1}]}}}),
      want: ['spec.free.x', 'spec.free.x.list'],
    },
    {
      name: 'has even what the server then drops',
      object: gadget({free: {known: {deep: 1}}}),
      want: ['spec.free.known.deep'],
    },
  ])('$name', ({object, want}) => expect(owned(object)).toEqual(want));

  it('the field set of a kind without a schema has every field', () =>
    expect(paths(fieldSetOf({spec: {a: {b: [1]}}}, DEDUCED)).map(formatFieldPath)).toEqual([
      'spec',
      'spec.a',
      'spec.a.b',
    ]));

  it('the field set of a signing request has no spec, for which the server records no owner', () => {
    const request = {
      apiVersion: 'certificates.k8s.io/v1',
      kind: 'CertificateSigningRequest',
      metadata: {labels: {a: 'b'}},
      spec: {},
    };
    expect(paths(fieldSetOf(request, DEDUCED)).map(formatFieldPath)).toEqual(['metadata.labels', 'metadata.labels.a']);
  });
});
