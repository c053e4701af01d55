import {describe, expect, it} from 'vitest';
import {customScopes, scopeOf} from '../../../../src/kubernetes/resource/scope.ts';

const CUSTOM = customScopes([
  {kind: 'CustomResourceDefinition', spec: {group: 'a.dev', names: {kind: 'Fleet'}, scope: 'Cluster'}},
  {kind: 'CustomResourceDefinition', spec: {group: 'a.dev', names: {kind: 'Ship'}, scope: 'Namespaced'}},
  {kind: 'CustomResourceDefinition', spec: {names: {}}},
  {kind: 'CustomResourceDefinition'},
]);

describe('the scope of a kind, without a cluster', () => {
  it.each([
    ['v1', 'Namespace', 'cluster'],
    ['v1', 'ConfigMap', 'namespaced'],
    ['apps/v1', 'Deployment', 'namespaced'],
    ['rbac.authorization.k8s.io/v1', 'ClusterRole', 'cluster'],
    ['rbac.authorization.k8s.io/v1', 'Role', 'namespaced'],
    ['rbac.authorization.k8s.io/v2', 'ClusterRole', 'cluster'],
    ['networking.k8s.io/v1', 'IngressClass', 'cluster'],
    ['a.dev/v1', 'Fleet', 'cluster'],
    ['a.dev/v1', 'Ship', 'namespaced'],
    ['a.dev/v1', 'Other', 'unknown'],
    ['constructor/v1', 'Other', 'unknown'],
  ])('%s %s is %s', (apiVersion, kind, want) => expect(scopeOf(apiVersion, kind, CUSTOM)).toBe(want));
});
