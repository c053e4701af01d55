import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import {dropNulls, dropServerFields, foldStringData} from '../../../../src/kubernetes/fields/drop-server-fields.ts';
import {OBJECTS, type Sample} from './fixtures/objects.ts';
import {schemaOf} from './fixtures/schema-of.ts';

const object = (apiVersion: string, kind: string, rest: JsonObject): Sample => ({
  apiVersion,
  kind,
  metadata: {name: 'x'},
  ...rest,
});
const gadget = (spec: JsonObject): Sample => object('fields.gantry.test/v1', 'Gadget', {spec});

describe('null', () => {
  it.each<{name: string; before: Sample; after: Sample}>([
    {
      name: 'is dropped from fields and maps',
      before: {
        ...object('v1', 'ConfigMap', {data: {a: null, b: 'x'}, immutable: null}),
        metadata: {name: 'x', labels: null},
      },
      after: object('v1', 'ConfigMap', {data: {b: 'x'}}),
    },
    {
      name: 'is dropped inside items of lists',
      before: object('v1', 'Pod', {spec: {containers: [{name: 'a', command: null}]}}),
      after: object('v1', 'Pod', {spec: {containers: [{name: 'a'}]}}),
    },
    {
      name: 'stays where the schema says nullable',
      before: gadget({maybe: null, color: null}),
      after: gadget({maybe: null}),
    },
    {
      name: 'stays where the schema knows nothing: there it may mean something',
      before: gadget({free: {helm: {value: null}}, anything: {a: null}}),
      after: gadget({free: {helm: {value: null}}, anything: {a: null}}),
    },
    {
      name: 'stays in lists, whose other items would move up',
      before: gadget({plainList: ['a', null]}),
      after: gadget({plainList: ['a', null]}),
    },
  ])('$name', ({before, after}) => expect(dropNulls(before, schemaOf(before))).toEqual(after));
});

describe('stringData', () => {
  const secret = (rest: JsonObject): Sample => object('v1', 'Secret', rest);

  it.each<{name: string; before: Sample; after: Sample}>([
    {
      name: 'is folded into data and wins',
      before: secret({data: {a: 'b2xk', b: 'Yg=='}, stringData: {a: 'new', c: 'ü'}}),
      after: secret({data: {a: 'bmV3', b: 'Yg==', c: 'w7w='}}),
    },
    {name: 'makes data where there was none', before: secret({stringData: {a: ''}}), after: secret({data: {a: ''}})},
    {name: 'that is empty leaves no data', before: secret({stringData: {}}), after: secret({})},
    {
      name: 'gets base64 in its one spelling',
      before: secret({data: {a: 'aGVs\nbG8=\n', loose: 'aGl='}}),
      after: secret({data: {a: 'aGVsbG8=', loose: 'aGk='}}),
    },
    {
      name: 'that is wrong stays, for validation to find',
      before: secret({stringData: {port: 8080, a: 'x'}, data: {bad: '?'}}),
      after: secret({data: {bad: '?', a: 'eA=='}, stringData: {port: 8080}}),
    },
    {name: 'that is no object stays', before: secret({stringData: 'x'}), after: secret({stringData: 'x'})},
    {
      name: 'of another kind is not a secret',
      before: object('example.com/v1', 'Secret', {stringData: {a: 'b'}}),
      after: object('example.com/v1', 'Secret', {stringData: {a: 'b'}}),
    },
  ])('$name', ({before, after}) => expect(foldStringData(before)).toEqual(after));
});

describe('server-only fields', () => {
  it('an exported object loses its server-only fields', () => {
    const template = {metadata: {creationTimestamp: null, labels: {a: 'b'}}, spec: {containers: []}};
    const claim = {metadata: {name: 'data', creationTimestamp: null}, spec: {accessModes: []}};
    const exported: JsonObject = {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: {
        name: 'x',
        namespace: 'shop',
        labels: {a: 'b'},
        uid: 'u',
        resourceVersion: '1',
        generation: 2,
        selfLink: '/x',
        creationTimestamp: '2026-01-01T00:00:00Z',
        managedFields: [{}],
      },
      spec: {template, volumeClaimTemplates: [claim]},
      status: {replicas: 1},
    };
    expect(dropServerFields(exported)).toEqual({
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: {name: 'x', namespace: 'shop', labels: {a: 'b'}},
      spec: {
        template: {metadata: {labels: {a: 'b'}}, spec: {containers: []}},
        volumeClaimTemplates: [{metadata: {name: 'data'}, spec: {accessModes: []}}],
      },
    });
  });

  it('a field with the name of a server-only field stays in another place', () => {
    const map = object('v1', 'ConfigMap', {data: {status: 'x', creationTimestamp: 'y'}});
    expect(dropServerFields(map)).toBe(map);
  });
});

it.each(OBJECTS.map((one) => ({one, name: `${one.kind} ${one.metadata.name}`})))(
  'an object with nothing to drop is not copied: $name',
  ({one}) => expect(dropServerFields(dropNulls(one, schemaOf(one)))).toBe(one),
);
