import {describe, expect, it} from 'vitest';
import {idOf, idOfObject, objectKey} from '../../../../src/core/resource/id.ts';
import {identityOf} from '../../../../src/core/resource/identity.ts';

describe('an id', () => {
  it.each([
    {
      name: 'names the namespace of a namespaced object',
      object: {apiVersion: 'apps/v1', kind: 'Deployment', metadata: {name: 'web', namespace: 'shop'}},
      id: 'apps/v1:Deployment:shop:web',
    },
    {
      name: 'has three parts for a cluster-wide object',
      object: {apiVersion: 'v1', kind: 'Namespace', metadata: {name: 'shop'}},
      id: 'v1:Namespace:shop',
    },
    {
      name: 'takes an empty namespace as none',
      object: {apiVersion: 'v1', kind: 'Namespace', metadata: {name: 'shop', namespace: ''}},
      id: 'v1:Namespace:shop',
    },
    {
      name: 'keeps whatever an RBAC name holds',
      object: {apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: {name: 'system:a#b}'}},
      id: 'rbac.authorization.k8s.io/v1:ClusterRole:system:a#b}',
    },
  ])('$name', ({object, id}) => {
    expect(idOfObject(object)).toBe(id);
    expect(idOf(identityOf(object))).toBe(id);
  });
});

describe('an identity', () => {
  it('an identity comes from the object: group and version are split', () => {
    expect(identityOf({apiVersion: 'apps/v1', kind: 'Deployment', metadata: {name: 'web', namespace: 'shop'}})).toEqual(
      {
        apiVersion: 'apps/v1',
        group: 'apps',
        version: 'v1',
        kind: 'Deployment',
        namespace: 'shop',
        name: 'web',
      },
    );
  });

  it('an identity has the empty group for core kinds and no namespace for cluster-wide objects', () => {
    const identity = identityOf({apiVersion: 'v1', kind: 'Namespace', metadata: {name: 'shop'}});
    expect(identity).toEqual({apiVersion: 'v1', group: '', version: 'v1', kind: 'Namespace', name: 'shop'});
    expect('namespace' in identity).toBe(false);
  });

  it('an identity does not throw on a broken object', () => {
    expect(identityOf({metadata: 'x', kind: 3})).toEqual({apiVersion: '', group: '', version: '', kind: '', name: ''});
  });
});

describe('an object key', () => {
  const scaler = {kind: 'HorizontalPodAutoscaler', namespace: 'shop', name: 'web'};
  const key = objectKey({apiVersion: 'autoscaling/v2', ...scaler});
  it.each([
    {name: 'is the same for another version', other: {apiVersion: 'autoscaling/v1', ...scaler}, same: true},
    {name: 'is another for another group', other: {apiVersion: 'example.dev/v2', ...scaler}, same: false},
    {
      name: 'is another in another namespace',
      other: {apiVersion: 'autoscaling/v2', ...scaler, namespace: 'b'},
      same: false,
    },
  ])('$name', ({other, same}) => expect(objectKey(other) === key).toBe(same));
});
