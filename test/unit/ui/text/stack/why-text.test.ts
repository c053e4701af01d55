import {expect, it} from 'vitest';
import type {ResourceExplanation} from '../../../../../src/app/explain-resource.ts';
import type {FieldExplanation} from '../../../../../src/core/plan/explanation.ts';
import type {FieldChange} from '../../../../../src/core/plan/plan.ts';
import {whyText} from '../../../../../src/ui/text/stack/why-text.ts';
import {plainStyle} from '../../plain-style.ts';

const field: FieldExplanation = {
  path: 'spec.replicas',
  source: 'files',
  at: {file: '/home/me/shop/web.yaml', line: 6, column: 13},
  written: 1,
  sent: 1,
  live: 2,
  released: 1,
  after: 1,
  owners: [{manager: 'kubectl-edit', operation: 'Update', apiVersion: 'apps/v1', time: '2026-05-04T11:55:00Z'}],
};
const base: ResourceExplanation = {
  formatVersion: 1,
  project: 'shop',
  stack: 'shop',
  workspace: 'dev',
  id: 'apps/v1:Deployment:shop:web',
  action: 'update',
  verified: true,
  changes: [],
  owners: [],
  needs: [],
  neededBy: [],
  waitsFor: [],
  diagnostics: [],
};
const by = {manager: 'kubectl-edit', time: '2026-05-04T11:55:00Z'};

it.each<{readonly change: Omit<FieldChange, 'path'>; readonly of?: Partial<FieldExplanation>; readonly want: string}>([
  {change: {cause: 'spec', before: 2, after: 1}, want: 'the files differ from the last release'},
  {change: {cause: 'spec', after: 1}, of: {released: undefined as never}, want: 'no release has set it yet'},
  {change: {cause: 'spec', before: 2, after: 1, ...by}, want: 'and kubectl-edit (5 min ago) also wrote it'},
  {
    change: {cause: 'drift', before: 2, after: 1, ...by},
    want: 'kubectl-edit (5 min ago) changed it after the last release',
  },
  {change: {cause: 'drift', after: 1}, want: 'somebody removed it after the last release'},
  {change: {cause: 'drift', after: '***', sensitive: true}, want: 'somebody removed it after the last release'},
  {change: {cause: 'drift', sensitive: true, ...by}, want: 'kubectl-edit (5 min ago) changed it'},
  {change: {cause: 'conflict', before: 2, after: 1, ...by, yielded: true}, want: 'owns it; it is left unchanged'},
  {change: {cause: 'reference', before: 2, after: 1}, want: 'the resource that it refers to has a different value'},
])('gantry why explains $change', ({change, of, want}) => {
  const text = whyText({...base, field: {...field, ...of}, changes: [{path: 'spec.replicas', ...change}]}, plainStyle);
  expect(text).toContain(`${change.cause}: `);
  expect(text).toContain(want);
});

it('gantry why shows the place of a value, its four values and its owner', () =>
  expect(
    whyText(
      {...base, field, changes: [{path: 'spec.replicas', cause: 'drift', before: 2, after: 1, ...by}]},
      plainStyle,
    ),
  ).toMatchInlineSnapshot(`
    "Resource  apps/v1:Deployment:shop:web
    Field     spec.replicas
    From      web.yaml:6:13
    Written   1
    Live      2
    Released  1
    After     1
    Owner     kubectl-edit (Update, 5 min ago)
    Why       drift: kubectl-edit (5 min ago) changed it after the last release; apply reverts this
    Action    update
    "
  `));

it('gantry why says whether a field is deleted or unchanged', () => {
  expect(whyText({...base, action: 'delete', field}, plainStyle)).toContain('it is deleted with the resource');
  expect(whyText({...base, action: 'unchanged', field}, plainStyle)).toContain('it does not change');
});

it('gantry why shows the changes, owners, dependencies and waits of a resource', () =>
  expect(
    whyText(
      {
        ...base,
        effects: ['scaled'],
        blocked: {needs: '--force-conflicts x', because: 'spec.replicas is owned by flux'},
        changes: [
          {path: 'spec.replicas', cause: 'drift', before: 2, after: 1, ...by},
          {path: 'spec.paused', cause: 'default', after: false},
        ],
        owners: [{...by, operation: 'Update', apiVersion: 'apps/v1', fields: 1}],
        needs: [{id: 'v1:ConfigMap:shop:settings', because: 'uses ConfigMap shop/settings', action: 'create'}],
        neededBy: [{id: 'v1:Service:shop:web', because: 'selects its pods', action: 'unchanged'}],
        waitsFor: ['v1:ConfigMap:shop:settings'],
      },
      plainStyle,
    ),
  ).toMatchInlineSnapshot(`
    "Resource  apps/v1:Deployment:shop:web
    Action    update
    Effect    changes the number of pods
    Blocked   spec.replicas is owned by flux; needs --force-conflicts x

    Changes:
      spec.replicas: 2 → 1  (drift: kubectl-edit, 5 min ago)
      and 1 field more: -o json lists them

    MANAGER       OPERATION  SUBRESOURCE  FIELDS  LAST WRITE
    kubectl-edit  Update     -            1       5 min ago

    Comes after:
      v1:ConfigMap:shop:settings  (uses ConfigMap shop/settings)  waits for its create

    Needed by:
      v1:Service:shop:web  (selects its pods)
    "
  `));
