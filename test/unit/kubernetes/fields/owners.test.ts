import {describe, expect, it} from 'vitest';
import type {FieldPath} from '../../../../src/core/fields/field-path.ts';
import {ownersOf} from '../../../../src/kubernetes/fields/owners.ts';

const managedFields = [
  {
    manager: 'gantry',
    operation: 'Apply',
    apiVersion: 'apps/v1',
    time: '2026-01-01T00:00:00Z',
    fieldsV1: {
      'f:spec': {'f:replicas': {}, 'f:containers': {'k:{"name":"a"}': {'.': {}, 'f:image': {}, 'f:args': {}}}},
    },
  },
  {
    manager: 'kube-controller-manager',
    operation: 'Update',
    apiVersion: 'apps/v1',
    subresource: 'scale',
    fieldsV1: {'f:spec': {'f:replicas': {}}},
  },
  {manager: 'broken', operation: 'Update', apiVersion: 'v1'},
  {
    manager: 'notes',
    operation: 'Update',
    apiVersion: 'v1',
    fieldsV1: {'f:metadata': {'f:annotations': {'f:a.b/c': {}}}},
  },
];

const spec = (...rest: FieldPath): FieldPath => [{field: 'spec'}, ...rest];
const container: FieldPath = spec({field: 'containers'}, {key: {name: 'a'}});

describe('the owners of a field', () => {
  it.each<{name: string; path: FieldPath; want: string[]}>([
    {name: 'are all that share it', path: spec({field: 'replicas'}), want: ['gantry', 'kube-controller-manager']},
    {name: 'in an item are found by its key', path: [...container, {field: 'image'}], want: ['gantry']},
    {
      name: 'of a part are those of the atomic whole',
      path: [...container, {field: 'args'}, {index: 0}],
      want: ['gantry'],
    },
    {
      name: 'of a subtree are those of anything in it',
      path: [{field: 'metadata'}, {field: 'annotations'}],
      want: ['notes'],
    },
    {name: 'are none where nobody wrote', path: [...container, {field: 'tty'}], want: []},
    {name: 'are none for another item', path: spec({field: 'containers'}, {key: {name: 'b'}}), want: []},
  ])('$name', ({path, want}) => expect(ownersOf(managedFields, path).map(({manager}) => manager)).toEqual(want));

  it('come with what is known of their write', () =>
    expect(ownersOf(managedFields, spec({field: 'replicas'}))).toEqual([
      {manager: 'gantry', operation: 'Apply', apiVersion: 'apps/v1', time: '2026-01-01T00:00:00Z'},
      {manager: 'kube-controller-manager', operation: 'Update', apiVersion: 'apps/v1', subresource: 'scale'},
    ]));

  it('an object without managedFields has no owners', () => expect(ownersOf(undefined, container)).toEqual([]));
});
