import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import {immutableChanges} from '../../../../src/kubernetes/validate/immutable-changes.ts';

const object = (apiVersion: string, kind: string, rest: JsonObject): JsonObject => ({
  apiVersion,
  kind,
  metadata: {name: 'a'},
  ...rest,
});

describe('a change that the server rejects is reported', () => {
  it.each<[string, JsonObject, JsonObject, string[]]>([
    [
      'the selector of a Deployment',
      object('apps/v1', 'Deployment', {spec: {selector: {matchLabels: {app: 'a'}}}}),
      object('apps/v1', 'Deployment', {spec: {selector: {matchLabels: {app: 'b'}}}}),
      ['spec.selector differs from the last release, and cannot be changed'],
    ],
    [
      'a smaller PersistentVolumeClaim with another StorageClass',
      object('v1', 'PersistentVolumeClaim', {spec: {storageClassName: 'a', resources: {requests: {storage: '10Gi'}}}}),
      object('v1', 'PersistentVolumeClaim', {
        spec: {storageClassName: 'b', resources: {requests: {storage: '9000Mi'}}},
      }),
      [
        'spec.storageClassName differs from the last release, and cannot be changed',
        'spec.resources.requests.storage is smaller than in the last release: a volume can only grow',
      ],
    ],
    [
      'data of an immutable ConfigMap',
      object('v1', 'ConfigMap', {immutable: true, data: {a: '1'}}),
      object('v1', 'ConfigMap', {immutable: true, data: {a: '2'}}),
      ['data differs from the last release, and the ConfigMap is immutable'],
    ],
    [
      'the role of a binding',
      object('rbac.authorization.k8s.io/v1', 'RoleBinding', {roleRef: {kind: 'Role', name: 'a'}}),
      object('rbac.authorization.k8s.io/v1', 'RoleBinding', {
        roleRef: {apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'b'},
      }),
      ['roleRef.name differs from the last release, and cannot be changed'],
    ],
    [
      'nothing in a growing PersistentVolumeClaim',
      object('v1', 'PersistentVolumeClaim', {spec: {resources: {requests: {storage: '1024Mi'}}}}),
      object('v1', 'PersistentVolumeClaim', {spec: {storageClassName: 'b', resources: {requests: {storage: '1Gi'}}}}),
      [],
    ],
    [
      'nothing in a ConfigMap that may change',
      object('v1', 'ConfigMap', {data: {a: '1'}}),
      object('v1', 'ConfigMap', {data: {a: '2'}}),
      [],
    ],
  ])('%s', (_, before, after, messages) => {
    expect(immutableChanges(before, after).map(({message}) => message)).toEqual(messages);
  });
});
