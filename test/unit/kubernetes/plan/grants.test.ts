import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import {grantsTo, mayGrant} from '../../../../src/kubernetes/plan/grants.ts';

const API = 'rbac.authorization.k8s.io';
const JANE = {username: 'jane', groups: ['deployers', 'system:authenticated']};

const coming = (kind: string, name: string, more: JsonObject, namespace?: string) => ({
  id: name,
  desired: {
    apiVersion: `${API}/v1`,
    kind,
    metadata: {name, ...(namespace === undefined ? {} : {namespace})},
    ...more,
  },
});
const ref = (kind: string, name: string): JsonObject => ({roleRef: {apiGroup: API, kind, name}});
const binding = (subject: JsonObject, role = ref('ClusterRole', 'admin')) =>
  coming('RoleBinding', 'mine', {subjects: [subject], ...role}, 'shop');

describe('the permissions of a planned binding', () => {
  it.each([
    {name: 'the user by name', subject: {kind: 'User', name: 'jane'}, who: JANE, mine: true},
    {name: 'a group of the user', subject: {kind: 'Group', name: 'deployers'}, who: JANE, mine: true},
    {name: 'another user', subject: {kind: 'User', name: 'eve'}, who: JANE, mine: false},
    {name: 'a group of that name, not a user', subject: {kind: 'Group', name: 'jane'}, who: JANE, mine: false},
    {
      name: 'the current service account, in the namespace of the binding',
      subject: {kind: 'ServiceAccount', name: 'ci'},
      who: {username: 'system:serviceaccount:shop:ci', groups: []},
      mine: true,
    },
    {
      name: 'a service account of that name in another namespace',
      subject: {kind: 'ServiceAccount', name: 'ci', namespace: 'other'},
      who: {username: 'system:serviceaccount:shop:ci', groups: []},
      mine: false,
    },
  ])('a planned binding for $name grants permissions to the current identity: $mine', ({subject, who, mine}) =>
    expect(grantsTo(who, [binding(subject)])).toEqual(mine ? [{id: 'mine', namespace: 'shop'}] : []),
  );

  it('a binding of another API group or without subjects grants nothing', () => {
    const other = binding({kind: 'User', name: 'jane'});
    const desired = {...other.desired, apiVersion: 'other.example/v1'};
    expect(grantsTo(JANE, [{...other, desired}, coming('RoleBinding', 'none', {}, 'shop')])).toEqual([]);
  });
});

const rule = (verbs: readonly string[], resources: readonly string[], more: JsonObject = {}): JsonObject => ({
  verbs: [...verbs],
  apiGroups: [''],
  resources: [...resources],
  ...more,
});
const MINE = {kind: 'User', name: 'jane'};
const role = (...rules: readonly JsonObject[]) => coming('Role', 'own', {rules: [...rules]}, 'shop');
const inShop = {verb: 'patch', group: '', resource: 'configmaps', namespace: 'shop'};

it.each([
  {name: 'a role that the cluster has may have it', plan: [binding(MINE)], denial: inShop, may: true},
  {name: 'but not in another namespace', plan: [binding(MINE)], denial: {...inShop, namespace: 'other'}, may: false},
  {
    name: 'nor in the whole cluster',
    plan: [binding(MINE)],
    denial: {verb: 'patch', group: '', resource: 'nodes'},
    may: false,
  },
  {
    name: 'a binding of the cluster is everywhere',
    plan: [coming('ClusterRoleBinding', 'all', {subjects: [MINE], ...ref('ClusterRole', 'admin')})],
    denial: inShop,
    may: true,
  },
  {
    name: 'a role of the plan has what it says',
    plan: [role(rule(['get', 'patch'], ['configmaps'])), binding(MINE, ref('Role', 'own'))],
    denial: inShop,
    may: true,
  },
  {
    name: 'and no more: another verb',
    plan: [role(rule(['get'], ['configmaps'])), binding(MINE, ref('Role', 'own'))],
    denial: inShop,
    may: false,
  },
  {
    name: 'another kind',
    plan: [role(rule(['*'], ['secrets'])), binding(MINE, ref('Role', 'own'))],
    denial: inShop,
    may: false,
  },
  {
    name: 'another group',
    plan: [role(rule(['*'], ['*'], {apiGroups: ['apps']})), binding(MINE, ref('Role', 'own'))],
    denial: inShop,
    may: false,
  },
  {
    name: 'stars are everything',
    plan: [role(rule(['*'], ['*'], {apiGroups: ['*']})), binding(MINE, ref('Role', 'own'))],
    denial: inShop,
    may: true,
  },
  {
    name: 'a role that is put together of others is not judged',
    plan: [coming('ClusterRole', 'sum', {aggregationRule: {}, rules: []}), binding(MINE, ref('ClusterRole', 'sum'))],
    denial: inShop,
    may: true,
  },
])('whether the plan may grant it: $name', ({plan, denial, may}) =>
  expect(grantsTo(JANE, plan).some((grant) => mayGrant(grant, denial))).toBe(may),
);
