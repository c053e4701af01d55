import {expect, it} from 'vitest';
import {type MissingPermission, missingRules} from '../../../../src/core/plan/missing-permission.ts';
import {permissionsLines} from '../../../../src/ui/permissions-text.ts';

const denial = (
  verb: string,
  group: string,
  resource: string,
  more: Partial<MissingPermission> = {},
): MissingPermission => ({
  verb,
  group,
  resource,
  ids: ['x'],
  ...more,
});

const DENIALS = [
  denial('patch', '', 'configmaps', {namespace: 'shop'}),
  denial('create', '', 'configmaps', {namespace: 'shop'}),
  denial('create', '', 'services', {namespace: 'shop'}),
  denial('patch', '', 'services', {namespace: 'shop'}),
  denial('patch', 'apps', 'deployments', {namespace: 'shop'}),
  denial('delete', '', 'secrets', {namespace: 'shop', names: ['a', 'b']}),
  denial('create', '', 'namespaces'),
];

it('missing permissions become the smallest set of rules, by namespace', () => {
  expect(missingRules(DENIALS)).toEqual([
    {
      namespace: 'shop',
      rules: [
        {apiGroups: [''], resources: ['configmaps', 'services'], verbs: ['create', 'patch']},
        {apiGroups: ['apps'], resources: ['deployments'], verbs: ['patch']},
        {apiGroups: [''], resources: ['secrets'], verbs: ['delete'], resourceNames: ['a', 'b']},
      ],
    },
    {rules: [{apiGroups: [''], resources: ['namespaces'], verbs: ['create']}]},
  ]);
});

it('missing permissions are shown as YAML that can be pasted into a role', () => {
  expect(permissionsLines(DENIALS)).toEqual([
    'missing in a Role of namespace shop:',
    '  - {apiGroups: [""], resources: [configmaps, services], verbs: [create, patch]}',
    '  - {apiGroups: [apps], resources: [deployments], verbs: [patch]}',
    '  - {apiGroups: [""], resources: [secrets], resourceNames: [a, b], verbs: [delete]}',
    'missing in a ClusterRole:',
    '  - {apiGroups: [""], resources: [namespaces], verbs: [create]}',
  ]);
});
