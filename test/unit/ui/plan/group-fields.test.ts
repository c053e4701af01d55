import {expect, it} from 'vitest';
import type {Cause, FieldChange} from '../../../../src/core/plan/plan.ts';
import {groupFields} from '../../../../src/ui/plan/group-fields.ts';

const CAUSES: readonly Cause[] = [
  'webhook',
  'server',
  'default',
  'ownership',
  'spec',
  'workspace',
  'reference',
  'secret',
  'takeover',
  'conflict',
  'drift',
];

it('groups of fields have changes by others first and quiet causes last', () =>
  expect(groupFields(CAUSES.map((cause) => ({path: cause, cause}))).map(({cause}) => cause)).toEqual([
    'drift',
    'conflict',
    'takeover',
    'secret',
    'reference',
    'workspace',
    'spec',
    'ownership',
    'default',
    'server',
    'webhook',
  ]));

it('fields of different managers, and fields that stay, are in different groups', () => {
  const fields: readonly FieldChange[] = [
    {path: 'a', cause: 'conflict', manager: 'hpa', yielded: true},
    {path: 'b', cause: 'drift', manager: 'kubectl'},
    {path: 'c', cause: 'drift', manager: 'k9s'},
    {path: 'd', cause: 'conflict', manager: 'hpa'},
    {path: 'e', cause: 'drift', manager: 'kubectl'},
    {path: 'f', cause: 'spec'},
  ];
  expect(groupFields(fields).map((group) => group.fields.map(({path}) => path))).toEqual([
    ['b', 'e'],
    ['c'],
    ['d'],
    ['f'],
    ['a'],
  ]);
});
