import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import {equalOn} from '../../../../src/kubernetes/fields/equal-on.ts';
import {OBJECTS, type Sample} from './fixtures/objects.ts';
import {schemaOf} from './fixtures/schema-of.ts';

const app = (container: JsonObject): Sample => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {name: 'x'},
  spec: {containers: [{name: 'app', ...container}]},
});
const gadget = (spec: JsonObject): Sample => ({
  apiVersion: 'fields.gantry.test/v1',
  kind: 'Gadget',
  metadata: {name: 'x'},
  spec,
});

describe('desired equals live', () => {
  it.each<{name: string; desired: Sample; live: Sample; want: boolean}>([
    {name: 'where live holds more', desired: app({image: 'a'}), live: app({image: 'a', tty: false}), want: true},
    {name: 'not where a field is missing', desired: app({tty: false}), live: app({}), want: false},
    {name: 'not where a value differs', desired: app({image: 'a'}), live: app({image: 'b'}), want: false},
    {
      name: 'with items of others between ours',
      desired: app({env: [{name: 'A'}, {name: 'C'}]}),
      live: app({env: [{name: 'X'}, {name: 'A'}, {name: 'B'}, {name: 'C'}]}),
      want: true,
    },
    {
      name: 'not in another order: that is a rollout',
      desired: app({env: [{name: 'A'}, {name: 'C'}]}),
      live: app({env: [{name: 'C'}, {name: 'A'}]}),
      want: false,
    },
    {
      name: 'with the default of a key left out',
      desired: app({ports: [{containerPort: 80}]}),
      live: app({
        ports: [
          {containerPort: 80, protocol: 'UDP'},
          {containerPort: 80, protocol: 'TCP'},
        ],
      }),
      want: true,
    },
    {name: 'not where an item is gone', desired: app({env: [{name: 'A'}]}), live: app({env: []}), want: false},
    {
      name: 'not in another spelling',
      desired: app({resources: {limits: {cpu: '1000m'}}}),
      live: app({resources: {limits: {cpu: '1'}}}),
      want: false,
    },
    {name: 'not where an empty list is absent', desired: app({args: []}), live: app({}), want: false},
    {
      name: 'where an empty object got content',
      desired: app({securityContext: {}}),
      live: app({securityContext: {privileged: true}}),
      want: true,
    },
    {name: 'only as a whole for atomic lists', desired: app({args: ['a']}), live: app({args: ['a', 'b']}), want: false},
    {
      name: 'only as a whole for atomic maps',
      desired: gadget({atomicMap: {a: 'b'}}),
      live: gadget({atomicMap: {a: 'b', c: 'd'}}),
      want: false,
    },
    {
      name: 'with more values in a set',
      desired: gadget({set: ['a', 'c']}),
      live: gadget({set: ['a', 'b', 'c']}),
      want: true,
    },
    {
      name: 'not with a set in another order',
      desired: gadget({set: ['c', 'a']}),
      live: gadget({set: ['a', 'c']}),
      want: false,
    },
    {name: 'not with an item twice', desired: gadget({set: ['a', 'a']}), live: gadget({set: ['a']}), want: false},
    {
      name: 'not with objects in a set: they have no key',
      desired: gadget({set: [{a: 1}]}),
      live: gadget({set: [{a: 1}]}),
      want: false,
    },
    {name: 'not where the type differs', desired: gadget({free: {a: {}}}), live: gadget({free: {a: []}}), want: false},
    {name: 'not where a field is not known', desired: gadget({later: 1}), live: gadget({later: 1}), want: false},
    {name: 'with null for null', desired: gadget({maybe: null}), live: gadget({maybe: null}), want: true},
  ])('$name', ({desired, live, want}) => expect(equalOn(desired, live, schemaOf(desired))).toBe(want));

  it.each(OBJECTS)('$kind when it is the same', (object) =>
    expect(equalOn(object, structuredClone(object), schemaOf(object))).toBe(true),
  );
});
