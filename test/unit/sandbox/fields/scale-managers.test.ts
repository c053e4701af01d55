import {describe, expect, it} from 'vitest';
import type {FieldPath} from '../../../../src/core/fields/field-path.ts';
import {fieldSet} from '../../../../src/kubernetes/fields/field-set.ts';
import {type Manager, toManagedFields} from '../../../../src/kubernetes/fields/managers.ts';
import {parentManagers, scaleManagers} from '../../../../src/sandbox/fields/scale-managers.ts';

const REPLICAS: FieldPath = [{field: 'spec'}, {field: 'replicas'}];
const PAUSED: FieldPath = [{field: 'spec'}, {field: 'paused'}];

const entry = (manager: string, paths: readonly FieldPath[], more: Partial<Manager> = {}): Manager => ({
  manager,
  operation: 'Update',
  apiVersion: 'apps/v1',
  subresource: '',
  time: '2026-01-01T00:00:00Z',
  fields: fieldSet(paths),
  ...more,
});

const scaler = entry('kubectl', [REPLICAS], {apiVersion: 'autoscaling/v1', subresource: 'scale'});

describe('the managers of a Scale', () => {
  const behind = {path: REPLICAS, apiVersion: 'apps/v1'};

  it('the managers of a Scale own the replicas of its object, in the version of the Scale', () => {
    const owners = scaleManagers([entry('maker', [REPLICAS, PAUSED]), entry('other', [PAUSED])], REPLICAS);
    expect(owners.map(({manager, apiVersion}) => `${manager} ${apiVersion}`)).toEqual(['maker autoscaling/v1']);
    expect(toManagedFields(owners)[0]?.['fieldsV1']).toEqual({'f:spec': {'f:replicas': {}}});
  });

  it('the new manager of a Scale takes only the replicas from the previous one', () => {
    const after = parentManagers([scaler], {...behind, parents: [entry('maker', [REPLICAS, PAUSED])]});
    expect(toManagedFields(after).map(({manager, fieldsV1}) => ({manager, fieldsV1}))).toEqual([
      {manager: 'maker', fieldsV1: {'f:spec': {'f:paused': {}}}},
      {manager: 'kubectl', fieldsV1: {'f:spec': {'f:replicas': {}}}},
    ]);
  });

  // Measured on a real server: `kubectl scale` leaves an entry without a time.
  it('the new manager is recorded in the version of the object, for the subresource, without a time', () => {
    const [only] = parentManagers([scaler], {...behind, parents: [entry('maker', [REPLICAS])]});
    expect(only).toMatchObject({manager: 'kubectl', apiVersion: 'apps/v1', subresource: 'scale'});
    expect(only).not.toHaveProperty('time');
  });

  it('a manager that still owns the replicas keeps its entry', () => {
    const parents = [entry('kubectl', [REPLICAS], {subresource: 'scale'}), entry('other', [PAUSED])];
    expect(parentManagers(scaleManagers(parents, REPLICAS), {...behind, parents})).toEqual(parents);
  });
});
