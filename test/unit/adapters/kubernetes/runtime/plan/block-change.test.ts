import {expect, it} from 'vitest';
import {blockChange} from '../../../../../../src/adapters/kubernetes/runtime/plan/block-change.ts';
import {NO_PERMISSIONS} from '../../../../../../src/core/plan/permissions.ts';
import type {Change, FieldChange} from '../../../../../../src/core/plan/plan.ts';

const id = 'apps/v1:Deployment:shop:web';
const label: FieldChange = {
  path: 'metadata.labels.tier',
  before: 'theirs',
  after: 'ours',
  cause: 'conflict',
  manager: 'kubectl-label',
};
const scaled: FieldChange = {
  path: 'spec.replicas',
  before: 4,
  after: 2,
  cause: 'conflict',
  manager: 'kubectl',
  yielded: true,
};
const change = (fields: readonly FieldChange[]): Change => ({
  id,
  type: 'Kubernetes',
  action: 'update',
  verified: true,
  fields,
});

it('a block says that the permission for a label would take the scaled replicas, too', () => {
  const {blocked} = blockChange(change([label, scaled]), {permissions: NO_PERMISSIONS}, [label]);
  expect(blocked?.needs).toBe(`--force-conflicts ${id}`);
  expect(blocked?.because).toMatch(
    /^metadata\.labels\.tier is owned by kubectl-label \(--force-conflicts .* also takes over spec\.replicas; --force-conflicts all does not\)/,
  );
});

it.each([
  {name: 'no field is left to others', fields: [label], forceConflicts: []},
  {name: 'all conflicts are permitted', fields: [label, scaled], forceConflicts: ['all']},
])('a block does not mention the scaled replicas if $name', ({fields, forceConflicts}) => {
  const {blocked} = blockChange(change(fields), {permissions: {...NO_PERMISSIONS, forceConflicts}}, [label]);
  expect(blocked?.because ?? '').not.toContain('too');
});
