import {expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import {idOfObject} from '../../../../src/core/resource/id.ts';
import {matchesLabels, parseLabelSelector} from '../../../../src/core/selection/label-selector.ts';
import {selectorOf} from '../../../../src/core/selection/selector.ts';

const object = (apiVersion: string, kind: string, name: string, labels?: JsonObject): JsonObject => ({
  apiVersion,
  kind,
  metadata: {name, namespace: 'shop', ...(labels === undefined ? {} : {labels})},
});

const OBJECTS = [
  object('apps/v1', 'Deployment', 'web', {app: 'web', tier: 'front'}),
  object('v1', 'Service', 'web', {app: 'web'}),
  object('serving.knative.dev/v1', 'Service', 'api', {app: 'api', tier: 'back'}),
  object('networking.k8s.io/v1', 'Ingress', 'web'),
  object('networking.k8s.io/v1', 'NetworkPolicy', 'web'),
  object('v1', 'Endpoints', 'web'),
  object('rbac.authorization.k8s.io/v1', 'Role', 'a*=b', {'example.com/odd': 'yes'}),
].map((attributes) => ({id: idOfObject(attributes), attributes}));
const IDS = new Set(OBJECTS.map(({id}) => id));
const all = OBJECTS.map((_, i) => i);

it.each<[string, readonly number[]]>([
  ['apps/v1:Deployment:shop:web', [0]],
  ['apps/v1:Deployment:shop:we', []],
  ['Deployment', [0]],
  ['deployment', [0]],
  ['deployments', [0]],
  ['apps/Deployment', [0]],
  ['apps/v1/deployments', [0]],
  ['batch/Deployment', []],
  ['Service', [1, 2]],
  ['v1/Service', [1]],
  ['serving.knative.dev/Service', [2]],
  ['ingresses', [3]],
  ['networkpolicies', [4]],
  ['endpoints', [5]],
  ['app=web', [0, 1]],
  ['app==web', [0, 1]],
  ['app=web,tier=front', [0]],
  ['app!=web', [2, 3, 4, 5, 6]],
  ['tier in (front, back)', [0, 2]],
  ['tier notin (front),app', [1, 2]],
  ['!app', [3, 4, 5, 6]],
  ['example.com/odd=yes', [6]],
  ['app', []],
  ['*', all],
  ['*:Service:*', [1, 2]],
  ['*:web', [0, 1, 3, 4, 5]],
  ['apps/*:shop:w?b', [0]],
  // An id is itself, whatever it looks like.
  ['rbac.authorization.k8s.io/v1:Role:shop:a*=b', [6]],
])('%s selects what it says', (text, wanted) => {
  const selects = selectorOf(text, IDS);
  expect(all.filter((i) => OBJECTS.slice(i, i + 1).some(selects))).toEqual(wanted);
});

it.each(['', ',', 'a b', '=web', 'app in web', 'app in (a', 'app~web', 'app=a=b'])(
  '%j is not a selector of labels',
  (text) => expect(parseLabelSelector(text)).toBeUndefined(),
);

it('an empty value is a value', () => {
  const selector = parseLabelSelector('app=') ?? [];
  expect(matchesLabels(selector, object('v1', 'ConfigMap', 'a', {app: ''}))).toBe(true);
  expect(matchesLabels(selector, object('v1', 'ConfigMap', 'a', {app: 'x'}))).toBe(false);
});

it('an object without labels has no label, and none that differs', () => {
  const plain = object('v1', 'ConfigMap', 'a');
  const selects = (text: string) => matchesLabels(parseLabelSelector(text) ?? [], plain);
  expect([selects('app=web'), selects('app!=web'), selects('!app'), selects('constructor')]).toEqual([
    false,
    true,
    true,
    false,
  ]);
});
