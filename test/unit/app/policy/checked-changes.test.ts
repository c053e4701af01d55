import {expect, it} from 'vitest';
import {checkedChanges} from '../../../../src/app/policy/checked-changes.ts';
import type {JsonObject} from '../../../../src/core/json.ts';
import type {Action} from '../../../../src/core/plan/plan.ts';

type Given = Parameters<typeof checkedChanges>[0];

const change = (id: string, action: Action) => ({
  change: {id, type: 'Kubernetes', action, verified: true, fields: []},
  after: [],
  execute: () => Promise.reject(new Error('it is not executed')),
});

const resource = (id: string, attributes: JsonObject) => ({
  id,
  type: 'Kubernetes',
  attributes,
  dependsOn: [],
  extensions: {},
});

const object = (apiVersion: string, kind: string, name: string, more: JsonObject = {}): JsonObject => ({
  apiVersion,
  kind,
  metadata: {name, ...more},
});

it('each change is checked with its object: desired, of a hook, recorded, or as far as its names are known', () => {
  const hook = object('batch/v1', 'Job', 'migrate', {namespace: 'shop'});
  const recorded = object('v1', 'ConfigMap', 'old', {namespace: 'shop', labels: {keep: 'yes'}});
  const state = {
    id: 'gone',
    type: 'Kubernetes',
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    namespace: 'shop',
    name: 'web',
  };
  const given = {
    changes: [
      change('desired', 'create'),
      change('role', 'create'),
      change('migrate@pre-install', 'run'),
      change('old', 'delete'),
      change('gone', 'delete'),
      change('v1:Namespace:default-ns', 'create'),
    ],
    scope: {
      loaded: {
        resources: [
          resource('desired', object('v1', 'ConfigMap', 'settings')),
          resource('role', object('rbac.authorization.k8s.io/v1', 'ClusterRole', 'reader')),
        ],
      },
      known: {state: [state], unsure: []},
    },
    hooks: {due: [{id: 'migrate@pre-install', hook: {attributes: hook}}]},
    records: {history: {last: {spec: [resource('old', recorded)]}}},
    defaultNamespace: 'default-ns',
  } as unknown as Given;
  const found = checkedChanges(given);
  expect(found.map(({subject: {kind, namespace, name, action}}) => [action, kind, namespace, name])).toEqual([
    ['create', 'ConfigMap', 'default-ns', 'settings'],
    ['create', 'ClusterRole', undefined, 'reader'],
    ['run', 'Job', 'shop', 'migrate'],
    ['delete', 'ConfigMap', 'shop', 'old'],
    ['delete', 'Deployment', 'shop', 'web'],
    ['create', 'Namespace', 'default-ns', 'default-ns'],
  ]);
  expect(found[2]?.object).toEqual(hook);
  expect(found[3]?.object).toEqual(recorded);
});
