import {describe, expect, it} from 'vitest';
import {broughtBy} from '../../../../src/app/release/brought.ts';
import type {Action} from '../../../../src/core/plan/plan.ts';
import type {KubernetesState} from '../../../../src/core/release/kubernetes-state.ts';
import {resource, stateOf} from '../../../rig/releases.ts';

type Case = {
  readonly name: string;
  readonly action?: Action;
  readonly state?: Partial<KubernetesState> | 'none';
  readonly wanted?: boolean;
  readonly allowDelete?: readonly string[];
  readonly want: 'made' | 'kept' | 'neither';
};

describe('the objects that a failed run added to the stack', () => {
  it.each<Case>([
    {name: 'a ConfigMap that it made goes', want: 'made'},
    {name: 'what the release before has, too, is no guest', wanted: true, want: 'neither'},
    {name: 'what never came to be is nothing', state: 'none', want: 'neither'},
    {name: 'what it only changed was there before', action: 'update', want: 'neither'},
    {name: 'what it adopted stays', action: 'adopt', want: 'kept'},
    {name: 'what it adopted stays, whatever may be deleted', action: 'adopt', allowDelete: ['all'], want: 'kept'},
    {name: 'a claim stays', state: {kind: 'PersistentVolumeClaim'}, want: 'kept'},
    {name: 'a claim goes by permission', state: {kind: 'PersistentVolumeClaim'}, allowDelete: ['x'], want: 'made'},
    {name: 'a namespace stays', state: {kind: 'Namespace'}, want: 'kept'},
    {
      name: 'a definition stays',
      state: {apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition'},
      want: 'kept',
    },
    {
      name: 'a kind of that name in another group goes',
      state: {apiVersion: 'x.io/v1', kind: 'Namespace'},
      want: 'made',
    },
    {
      name: 'a StatefulSet that takes its claims along stays',
      state: {
        apiVersion: 'apps/v1',
        kind: 'StatefulSet',
        applied: {spec: {persistentVolumeClaimRetentionPolicy: {whenDeleted: 'Delete'}}},
      },
      want: 'kept',
    },
    {
      name: 'a StatefulSet that leaves its claims goes',
      state: {apiVersion: 'apps/v1', kind: 'StatefulSet'},
      want: 'made',
    },
  ])('objects of a failed run: $name', ({action = 'create', state = {}, wanted = false, allowDelete = [], want}) => {
    const brought = broughtBy({
      plan: {changes: [{id: 'x', type: 'Kubernetes', action, verified: true, fields: []}]},
      release: {state: state === 'none' ? [] : [{...stateOf('x'), ...state}]},
      permissions: {allowDelete},
      to: {spec: wanted ? [resource('x')] : []},
    });
    expect({made: brought.made, kept: brought.kept.map(({id}) => id)}).toEqual({
      made: want === 'made' ? ['x'] : [],
      kept: want === 'kept' ? ['x'] : [],
    });
  });
});
