import {describe, expect, it} from 'vitest';
import {formatFieldPath} from '../../../../src/core/fields/field-path.ts';
import {isObject, type Json, type JsonObject} from '../../../../src/core/json.ts';
import {type ApplyResult, applyConfiguration} from '../../../../src/kubernetes/fields/apply-configuration.ts';
import {leaves} from '../../../../src/kubernetes/fields/field-set.ts';
import {type Manager, toManagedFields} from '../../../../src/kubernetes/fields/managers.ts';
import type {Sample} from './fixtures/objects.ts';
import {schemaOf} from './fixtures/schema-of.ts';

const sample = (apiVersion: string, kind: string, rest: JsonObject): Sample => ({
  apiVersion,
  kind,
  metadata: {name: 'x'},
  ...rest,
});
const gadget = (spec: JsonObject): Sample => sample('fields.gantry.test/v1', 'Gadget', {spec});
const configMap = (data: JsonObject): Sample => sample('v1', 'ConfigMap', {data});
const app = (container: JsonObject): Sample => sample('v1', 'Pod', {spec: {containers: [{name: 'app', ...container}]}});

type Write = {readonly by: string; readonly config: Sample};
const gantry = (config: Sample): Write => ({by: 'gantry', config});
const other = (config: Sample): Write => ({by: 'other', config});

function apply(live: JsonObject | undefined, {by, config}: Write): ApplyResult {
  return applyConfiguration({live, desired: config, schema: schemaOf(config), manager: by});
}

/** The object as a server holds it after the write. */
function held({object, managers}: ApplyResult): JsonObject {
  const metadata = isObject(object['metadata']) ? object['metadata'] : {};
  return {...object, metadata: {...metadata, managedFields: toManagedFields(managers)}};
}

function after(...writes: readonly [Write, ...Write[]]): ApplyResult {
  const [last, ...earlier] = writes.toReversed();
  const live = earlier
    .toReversed()
    .reduce<JsonObject | undefined>((object, write) => held(apply(object, write)), undefined);
  return apply(live, last as Write);
}

const bodyOf = ({object}: ApplyResult): JsonObject => {
  const {apiVersion: _version, kind: _kind, metadata: _metadata, ...body} = object;
  return body;
};
const owners = (managers: readonly Manager[]): JsonObject =>
  Object.fromEntries(managers.map(({manager, fields}) => [manager, leaves(fields).map(formatFieldPath)]));

describe('an apply', () => {
  it.each<{name: string; writes: readonly [Write, ...Write[]]; want: JsonObject; owned?: JsonObject}>([
    {
      name: 'removes a field that only we own',
      writes: [gantry(configMap({a: '1', b: '2'})), gantry(configMap({a: '1'}))],
      want: {data: {a: '1'}},
      owned: {gantry: ['data.a']},
    },
    {
      name: 'leaves a field that another owns as well',
      writes: [gantry(configMap({a: '1', b: '2'})), other(configMap({b: '2'})), gantry(configMap({a: '1'}))],
      want: {data: {a: '1', b: '2'}},
      owned: {gantry: ['data.a'], other: ['data.b']},
    },
    {
      name: 'leaves what others put beside it',
      writes: [gantry(configMap({a: '1'})), other(configMap({z: '9'})), gantry(configMap({b: '2'}))],
      want: {data: {b: '2', z: '9'}},
      owned: {gantry: ['data.b'], other: ['data.z']},
    },
    {
      name: 'takes a field with another value from who holds it; who holds nothing more has no entry',
      writes: [other(configMap({a: '1'})), gantry(configMap({a: '2'}))],
      want: {data: {a: '2'}},
      owned: {gantry: ['data.a']},
    },
    {
      name: 'shares a field with the same value',
      writes: [other(configMap({a: '1'})), gantry(configMap({a: '1'}))],
      want: {data: {a: '1'}},
      owned: {gantry: ['data.a'], other: ['data.a']},
    },
    {
      name: 'takes away a parent with the last that was in it',
      writes: [gantry(gadget({free: {known: {a: 'x'}}, color: 'red'})), gantry(gadget({color: 'red'}))],
      want: {spec: {color: 'red'}},
    },
    {
      name: 'leaves a parent that another has made, empty',
      writes: [
        other(sample('v1', 'ConfigMap', {data: {}})),
        gantry(configMap({a: '1'})),
        gantry(sample('v1', 'ConfigMap', {})),
      ],
      want: {},
      owned: {other: ['data']},
    },
    {
      name: 'replaces an atomic list',
      writes: [gantry(app({args: ['a', 'b']})), gantry(app({args: ['b']}))],
      want: {spec: {containers: [{name: 'app', args: ['b']}]}},
    },
    {
      name: 'replaces an atomic map',
      writes: [gantry(gadget({atomicMap: {a: '1', b: '2'}})), gantry(gadget({atomicMap: {b: '3'}}))],
      want: {spec: {atomicMap: {b: '3'}}},
    },
    {
      name: 'takes its own values out of a set, not those of others',
      writes: [gantry(gadget({set: ['a', 'b']})), other(gadget({set: ['b', 'c']})), gantry(gadget({set: []}))],
      want: {spec: {set: ['b', 'c']}},
    },
    {
      name: 'finds an item by its key with the default filled in',
      writes: [
        gantry(app({ports: [{containerPort: 80, name: 'old'}]})),
        gantry(app({ports: [{containerPort: 80, protocol: 'TCP', name: 'new'}]})),
      ],
      want: {spec: {containers: [{name: 'app', ports: [{containerPort: 80, protocol: 'TCP', name: 'new'}]}]}},
    },
    {
      name: 'keeps the item of another protocol apart',
      writes: [
        other(app({ports: [{containerPort: 53, protocol: 'UDP'}]})),
        gantry(app({ports: [{containerPort: 53, name: 'dns'}]})),
      ],
      want: {
        spec: {
          containers: [
            {
              name: 'app',
              ports: [
                {containerPort: 53, protocol: 'UDP'},
                {containerPort: 53, name: 'dns'},
              ],
            },
          ],
        },
      },
    },
    {
      name: 'takes away of an item only what is ours',
      writes: [
        gantry(gadget({parts: [{name: 'a', size: 1, tags: {x: 'y'}}]})),
        other(gadget({parts: [{name: 'a', size: 1}]})),
        gantry(gadget({parts: []})),
      ],
      want: {spec: {parts: [{name: 'a', size: 1}]}},
    },
    {
      name: 'replaces a value of one type by one of the other where both are allowed',
      writes: [gantry(gadget({quantity: '1000m'})), gantry(gadget({quantity: 1}))],
      want: {spec: {quantity: 1}},
    },
    {
      name: 'sets a nullable field to null',
      writes: [gantry(gadget({maybe: 'x'})), gantry(gadget({maybe: null}))],
      want: {spec: {maybe: null}},
      owned: {gantry: ['spec.maybe']},
    },
    {
      name: 'merges free-form objects field by field, their lists as a whole',
      writes: [other(gadget({free: {o: {a: 1, list: [1, 2]}}})), gantry(gadget({free: {o: {b: 2, list: [3]}}}))],
      want: {spec: {free: {o: {a: 1, list: [3], b: 2}}}},
    },
    {
      name: 'lets a free-form value become something else',
      writes: [gantry(gadget({free: {o: {a: 1}}})), gantry(gadget({free: {o: 'text'}}))],
      want: {spec: {free: {o: 'text'}}},
      owned: {gantry: ['spec.free.o']},
    },
    {
      name: 'merges the metadata of an embedded object field by field',
      writes: [
        other(gadget({template: {apiVersion: 'v1', kind: 'ConfigMap', metadata: {labels: {a: '1'}}}})),
        gantry(gadget({template: {apiVersion: 'v1', kind: 'ConfigMap', metadata: {labels: {b: '2'}}}})),
      ],
      want: {spec: {template: {apiVersion: 'v1', kind: 'ConfigMap', metadata: {labels: {a: '1', b: '2'}}}}},
    },
    {
      name: 'leaves an embedded object its metadata, if without anything in it',
      writes: [
        gantry(gadget({template: {apiVersion: 'v1', kind: 'ConfigMap', metadata: {labels: {a: '1'}}}})),
        other(gadget({template: {apiVersion: 'v1', kind: 'ConfigMap', metadata: {}}})),
        gantry(gadget({})),
      ],
      want: {spec: {template: {apiVersion: 'v1', kind: 'ConfigMap', metadata: {}}}},
    },
  ])('$name', ({writes, want, owned}) => {
    const result = after(...writes);
    expect(bodyOf(result)).toEqual(want);
    if (owned !== undefined) expect(owners(result.managers)).toEqual(owned);
  });

  it.each<{name: string; live: readonly Json[]; config: readonly Json[]; want: readonly Json[]}>([
    {
      name: 'keeps the order of live where it says nothing of it',
      live: ['a', 'b', 'c'],
      config: ['b'],
      want: ['a', 'b', 'c'],
    },
    {name: 'adds what is new where it stands', live: ['a', 'c'], config: ['a', 'b', 'c'], want: ['a', 'b', 'c']},
    {name: 'puts its items in its own order', live: ['a', 'b', 'c'], config: ['c', 'a'], want: ['b', 'c', 'a']},
    {
      name: 'leaves items of others near their neighbours',
      live: ['x', 'a', 'y', 'b', 'z'],
      config: ['b', 'a'],
      want: ['x', 'y', 'b', 'z', 'a'],
    },
    {name: 'adds to an end', live: ['a'], config: ['b'], want: ['a', 'b']},
  ])('$name', ({live, config, want}) =>
    expect(bodyOf(after(other(gadget({set: live})), gantry(gadget({set: config}))))).toEqual({spec: {set: want}}),
  );

  it('items with the same key in the live list stay unchanged', () => {
    const live = gadget({parts: [{name: 'a', size: 1}, {name: 'a', size: 2}, {name: 'b'}]});
    expect(bodyOf(apply(live, gantry(gadget({parts: [{name: 'b', size: 3}]}))))).toEqual({
      spec: {
        parts: [
          {name: 'a', size: 1},
          {name: 'a', size: 2},
          {name: 'b', size: 3},
        ],
      },
    });
  });

  it('an object without entries belongs to a manager from before the apply', () => {
    const live = configMap({a: '1', b: '2'});
    const {managers} = apply(live, gantry(configMap({a: '1'})));
    expect(owners(managers)).toEqual({gantry: ['data.a'], 'before-first-apply': ['data.a', 'data.b']});
  });

  it('an entry from before a map became atomic owns the whole map', () => {
    const live = {
      ...gadget({atomicMap: {a: '1', b: '2'}}),
      metadata: {
        name: 'x',
        managedFields: [
          {
            manager: 'other',
            operation: 'Apply',
            apiVersion: 'fields.gantry.test/v1',
            fieldsV1: {'f:spec': {'f:atomicMap': {'f:a': {}}}},
          },
        ],
      },
    };
    const {conflicts, managers} = apply(live, gantry(gadget({atomicMap: {a: '1'}})));
    expect(owners(conflicts)).toEqual({other: ['spec.atomicMap']});
    expect(owners(managers)).toEqual({gantry: ['spec.atomicMap']});
  });

  it('prunes what was applied in another version of the kind', () => {
    const first = held(apply(undefined, gantry(configMap({a: '1', b: '2'}))));
    const metadata = first['metadata'] as JsonObject;
    const [entry] = metadata['managedFields'] as readonly JsonObject[];
    const live = {...first, metadata: {...metadata, managedFields: [{...entry, apiVersion: 'v1beta1'}]}};
    const result = apply(live, gantry(configMap({a: '1'})));
    expect(bodyOf(result)).toEqual({data: {a: '1'}});
    expect(result.managers).toMatchObject([{manager: 'gantry', apiVersion: 'v1'}]);
  });
});

describe('a conflict', () => {
  it.each<{name: string; live: Sample; config: Sample; want: JsonObject}>([
    {
      name: 'is another value of the same field',
      live: configMap({a: '1'}),
      config: configMap({a: '2'}),
      want: {other: ['data.a']},
    },
    {name: 'is not the same value', live: configMap({a: '1'}), config: configMap({a: '1'}), want: {}},
    {name: 'is not another field', live: configMap({a: '1'}), config: configMap({b: '1'}), want: {}},
    {
      name: 'is another spelling of the same quantity',
      live: gadget({quantity: '1000m'}),
      config: gadget({quantity: '1'}),
      want: {other: ['spec.quantity']},
    },
    {
      name: 'is an atomic list with one value more',
      live: app({args: ['a']}),
      config: app({args: ['a', 'b']}),
      want: {other: ['spec.containers[name="app"].args']},
    },
    {
      name: 'is not another order of a set',
      live: gadget({set: ['a', 'b']}),
      config: gadget({set: ['b', 'a']}),
      want: {},
    },
  ])('$name', ({live, config, want}) => expect(owners(after(other(live), gantry(config)).conflicts)).toEqual(want));

  it('an equal scale of another manager does not conflict', () => {
    const live = {
      ...sample('apps/v1', 'Deployment', {spec: {replicas: 3}}),
      metadata: {
        name: 'x',
        managedFields: [
          {
            manager: 'hpa',
            operation: 'Update',
            apiVersion: 'apps/v1',
            subresource: 'scale',
            fieldsV1: {'f:spec': {'f:replicas': {}}},
          },
        ],
      },
    };
    const scaled = (replicas: number) => gantry(sample('apps/v1', 'Deployment', {spec: {replicas}}));
    expect(apply(live, scaled(3)).conflicts).toEqual([]);
    expect(apply(live, scaled(2)).conflicts).toMatchObject([{manager: 'hpa', subresource: 'scale'}]);
    expect(apply(live, scaled(2)).managers.map(({manager}) => manager)).toEqual(['gantry']);
  });
});
