import {expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import {readIgnorePath} from '../../../../src/core/plan/ignore-path.ts';
import {toFieldSet} from '../../../../src/kubernetes/fields/field-set-of.ts';
import {DEDUCED, type MapSchema, type Schema, UNTYPED} from '../../../../src/kubernetes/fields/schema.ts';
import {leaveToOthers} from '../../../../src/kubernetes/plan/leave-to-others.ts';
import {ownEntry} from '../../../../src/kubernetes/plan/manager-entry.ts';

/** `items` is a list of objects with the key `name`; the rest is read from the values. */
const items: Schema = {
  type: 'list',
  listType: 'map',
  keys: () => [{name: 'name', required: true}],
  items: () => DEDUCED,
};
const declare = (fields: Readonly<Record<string, Schema>>): MapSchema => ({
  type: 'map',
  mapType: 'granular',
  fieldNames: Object.keys(fields),
  required: [],
  declared: (name) => fields[name],
  additional: () => DEDUCED,
});
const schema = declare({spec: declare({items, args: UNTYPED})});

type Case = {
  readonly name: string;
  readonly wanted: JsonObject;
  readonly live: JsonObject;
  /** FieldsV1 of `spec`, by manager; `gantry` is we. */
  readonly owned: Readonly<Record<string, JsonObject>>;
  readonly path?: string;
  readonly manager?: string;
  readonly sent: JsonObject | undefined;
};

const item = (name: string) => `k:{"name":"${name}"}`;

const CASES: readonly Case[] = [
  {
    name: 'what another manager owns is left out',
    wanted: {replicas: 2, other: 1},
    live: {replicas: 5, other: 1},
    owned: {gantry: {'f:other': {}}, scaler: {'f:replicas': {}}},
    path: 'spec.replicas',
    sent: {other: 1},
  },
  {
    name: 'so is what we own with another',
    wanted: {replicas: 5, other: 1},
    live: {replicas: 5, other: 1},
    owned: {gantry: {'f:other': {}, 'f:replicas': {}}, scaler: {'f:replicas': {}}},
    path: 'spec.replicas',
    sent: {other: 1},
  },
  {
    name: 'of what only we own the live value is sent',
    wanted: {replicas: 2, other: 1},
    live: {replicas: 5, other: 1},
    owned: {gantry: {'f:other': {}, 'f:replicas': {}}},
    path: 'spec.replicas',
    sent: {replicas: 5, other: 1},
  },
  {
    name: 'what only we own and no longer want stays',
    wanted: {other: 1},
    live: {replicas: 5, other: 1},
    owned: {gantry: {'f:other': {}, 'f:replicas': {}}},
    path: 'spec.replicas',
    sent: {replicas: 5, other: 1},
  },
  {
    name: 'what somebody took away stays away',
    wanted: {replicas: 2, other: 1},
    live: {other: 1},
    owned: {gantry: {'f:other': {}}},
    path: 'spec.replicas',
    sent: {other: 1},
  },
  {
    name: 'a default that nobody owns stays as it is',
    wanted: {replicas: 2, other: 1},
    live: {replicas: 1, other: 1},
    owned: {gantry: {'f:other': {}}},
    path: 'spec.replicas',
    sent: {other: 1},
  },
  {
    name: 'what helm owns is about to be ours: the live value is sent',
    wanted: {replicas: 2, other: 1},
    live: {replicas: 5, other: 1},
    owned: {helm: {'f:other': {}, 'f:replicas': {}}},
    path: 'spec.replicas',
    sent: {replicas: 5, other: 1},
  },
  {
    name: 'a parent that held nothing else goes too: an empty map would be a field',
    wanted: {deep: {er: {a: 1}}, other: 1},
    live: {deep: {er: {a: 2}}, other: 1},
    owned: {gantry: {'f:other': {}}, x: {'f:deep': {'f:er': {'f:a': {}}}}},
    path: 'spec.deep.er.a',
    sent: {other: 1},
  },
  {
    name: 'one field of each item of a list',
    wanted: {
      items: [
        {name: 'a', image: 'a:1', size: 1},
        {name: 'b', image: 'b:1'},
      ],
    },
    live: {
      items: [
        {name: 'a', image: 'a:2', size: 1},
        {name: 'b', image: 'b:1'},
      ],
    },
    owned: {
      gantry: {
        'f:items': {
          [item('a')]: {'.': {}, 'f:name': {}, 'f:size': {}},
          [item('b')]: {'.': {}, 'f:name': {}, 'f:image': {}},
        },
      },
      updater: {'f:items': {[item('a')]: {'f:image': {}}}},
    },
    path: 'spec.items[*].image',
    sent: {
      items: [
        {name: 'a', size: 1},
        {name: 'b', image: 'b:1'},
      ],
    },
  },
  {
    name: 'a whole item of another manager, its key too',
    wanted: {
      items: [
        {name: 'a', size: 1},
        {name: 'side', image: 's:1'},
      ],
    },
    live: {
      items: [
        {name: 'a', size: 1},
        {name: 'side', image: 's:2'},
      ],
    },
    owned: {
      gantry: {'f:items': {[item('a')]: {'.': {}, 'f:name': {}, 'f:size': {}}}},
      injector: {'f:items': {[item('side')]: {'.': {}, 'f:name': {}, 'f:image': {}}}},
    },
    path: 'spec.items[name="side"]',
    sent: {items: [{name: 'a', size: 1}]},
  },
  {
    name: 'an item that somebody took away is not made again without its fields',
    wanted: {
      items: [
        {name: 'a', size: 1},
        {name: 'side', image: 's:1'},
      ],
    },
    live: {items: [{name: 'a', size: 1}]},
    owned: {gantry: {'f:items': {[item('a')]: {'.': {}, 'f:name': {}, 'f:size': {}}}}},
    path: 'spec.items[name=side]',
    sent: {items: [{name: 'a', size: 1}]},
  },
  {
    name: 'an item of ours that is no longer wanted stays, in its place',
    wanted: {items: [{name: 'b', size: 1}]},
    live: {
      items: [
        {name: 'a', size: 7},
        {name: 'b', size: 1},
      ],
    },
    owned: {
      gantry: {
        'f:items': {
          [item('a')]: {'.': {}, 'f:name': {}, 'f:size': {}},
          [item('b')]: {'.': {}, 'f:name': {}, 'f:size': {}},
        },
      },
    },
    path: 'spec.items[name=a]',
    sent: {
      items: [
        {name: 'a', size: 7},
        {name: 'b', size: 1},
      ],
    },
  },
  {
    name: 'all that one manager owns, wherever that is',
    wanted: {replicas: 2, other: 1, args: ['a']},
    live: {replicas: 5, other: 3, args: ['b']},
    owned: {gantry: {}, scaler: {'f:replicas': {}, 'f:args': {}}, person: {'f:other': {}}},
    manager: 'scaler',
    sent: {other: 1},
  },
  {
    name: 'one field, and only while that manager owns it',
    wanted: {replicas: 2, other: 1},
    live: {replicas: 5, other: 1},
    owned: {gantry: {'f:other': {}}, person: {'f:replicas': {}}},
    path: 'spec.replicas',
    manager: 'scaler',
    sent: {replicas: 2, other: 1},
  },
];

it.each(CASES)('$name', ({wanted, live, owned, path, manager, sent}) => {
  const managedFields = Object.entries(owned).map(([who, fields]) => ({
    manager: who,
    operation: who === 'gantry' ? 'Apply' : 'Update',
    apiVersion: 'v1',
    fieldsV1: {'f:spec': fields},
  }));
  const desired = {spec: wanted};
  const object = {metadata: {managedFields}, spec: live};
  const left = leaveToOthers({
    desired,
    fields: toFieldSet(desired, schema),
    live: object,
    held: ownEntry(object, 'v1'),
    schema,
    rules: [{path: path === undefined ? undefined : readIgnorePath(path), manager}],
    mine: () => false,
    passing: (owner) => owner.manager === 'helm',
  });
  expect(left).toEqual({spec: sent});
});

it('the ownership label and annotations are never left to others', () => {
  const desired = {metadata: {labels: {mark: 'x', own: 'y'}}};
  const left = leaveToOthers({
    desired,
    fields: toFieldSet(desired, schema),
    live: {metadata: {labels: {mark: 'else', own: 'else'}}},
    held: undefined,
    schema,
    rules: [{path: readIgnorePath('metadata.labels'), manager: undefined}],
    mine: (path) => JSON.stringify(path).includes('mark'),
    passing: () => false,
  });
  expect(left).toEqual({metadata: {labels: {mark: 'x'}}});
});
