import {expect, it} from 'vitest';
import {applyPrepared} from '../../../../src/app/plan/apply-release.ts';
import type {PreparedPlan} from '../../../../src/app/plan/prepared-plan.ts';
import {refuseForbidden} from '../../../../src/app/plan/refuse-forbidden.ts';
import type {ApplyRequest} from '../../../../src/app/plan/release-requests.ts';
import type {Event} from '../../../../src/core/event.ts';
import {type Failure, GantryError} from '../../../../src/core/failure/failure.ts';
import type {MissingPermission} from '../../../../src/core/plan/missing-permission.ts';
import {NO_PERMISSIONS} from '../../../../src/core/plan/permissions.ts';
import type {Plan} from '../../../../src/core/plan/plan.ts';
import {summarize} from '../../../../src/core/plan/summary.ts';
import type {PlannedChange} from '../../../../src/ports/planned-change.ts';
import type {Preflight} from '../../../../src/ports/preflight.ts';
import {errorText} from '../../../../src/ui/error-text.ts';
import {plainPaint} from '../../../../src/ui/paint.ts';
import {rig} from '../workspace/rig.ts';

const change = (id: string, denied?: PlannedChange['denied']): PlannedChange => ({
  change: {id, type: 'Kubernetes', action: 'create', verified: denied === undefined, fields: []},
  after: [],
  execute: async () => ({kind: 'done'}),
  ...(denied === undefined ? {} : {denied}),
});

const denial = (verb: string, ids: readonly string[]): MissingPermission => ({
  verb,
  group: '',
  resource: 'configmaps',
  namespace: 'shop',
  ids,
});
const NONE: Preflight = {denials: [], diagnostics: []};

function prepared(changes: readonly PlannedChange[], found: Preflight = NONE) {
  const planned = changes.map((one) => one.change);
  const plan = {workspace: 'test', changes: planned, summary: summarize(planned), diagnostics: []} as unknown as Plan;
  const cluster = {server: 'https://c', identity: 'u', method: 'kube-system-uid' as const, version: 'v1'};
  const source = {chosen: {workspace: {}}};
  return {plan, changes, cluster, source, scope: {}, preflight: async () => found};
}

async function refusal(
  ...[one, run = {wait: true}]: [ReturnType<typeof prepared>, Parameters<typeof refuseForbidden>[1]?]
) {
  const events: Event[] = [];
  try {
    await refuseForbidden(one, run, {onEvent: (event) => void events.push(event)});
  } catch (error) {
    if (error instanceof GantryError) return {events, failure: error.failure};
    throw error;
  }
  return {events};
}

it('denied permissions and refused dry runs are reported together, each once', async () => {
  const words = {action: 'apply', detail: 'User "x" cannot patch resource "configmaps"'};
  const {failure} = await refusal(
    prepared([change('a', words), change('b', words), change('c')], {...NONE, denials: [denial('patch', ['a'])]}),
  );
  expect(failure).toMatchObject({
    code: 'permission/denied',
    denials: [{verb: 'patch', ids: ['a']}],
    diagnostics: [
      {
        code: 'permission/missing',
        message: expect.stringContaining('you cannot patch resource "configmaps"'),
        resource: 'a',
      },
      {code: 'permission/refused', message: expect.stringContaining('cannot patch'), resource: 'b'},
    ],
  });
});

it('a plan without denials is not refused, and missing optional permissions are warnings', async () => {
  const warning = {severity: 'warning' as const, code: 'permission/unseen', message: 'you may neither'};
  const {failure, events} = await refusal(prepared([change('a')], {denials: [], diagnostics: [warning]}));
  expect(failure).toBeUndefined();
  expect(events).toEqual([{type: 'diagnostic', diagnostic: warning}]);
});

it('many resources with the same missing permission are shortened', async () => {
  const ids = ['a', 'b', 'c', 'd', 'e'];
  const {failure} = await refusal(
    prepared(
      ids.map((id) => change(id)),
      {...NONE, denials: [denial('delete', ids)]},
    ),
  );
  expect(textOf(failure)).toContain('in the namespace "shop": a, b and 3 more (permission/missing)');
  expect(textOf(failure)).toContain('denies 1 permission that this plan needs; nothing was changed.');
  expect(textOf(failure)).toContain('    - {apiGroups: [""], resources: [configmaps], verbs: [delete]}');
});

it('an impossible plan is shown and refused without a prompt', async () => {
  const {deps} = await rig();
  const shown: Plan[] = [];
  const request: ApplyRequest = {
    operation: 'apply',
    permissions: NO_PERMISSIONS,
    wait: true,
    lockTimeoutSeconds: 0,
    show: (plan) => void shown.push(plan),
    confirm: async () => expect.unreachable('it asked'),
  };
  const one = prepared([change('a')], {...NONE, denials: [denial('create', ['a'])]});
  await expect(applyPrepared(one as unknown as PreparedPlan, request, deps)).rejects.toThrow('permission/denied');
  expect(shown).toEqual([one.plan]);
});

const textOf = (failure: Failure | undefined): string =>
  failure === undefined
    ? ''
    : errorText(failure, {paint: plainPaint, columns: 100, now: new Date(0), cwd: '/', detail: false});

it('an object whose namespace is in the plan is not refused, although a dry run was forbidden', async () => {
  const forbidden = {action: 'apply', detail: 'forbidden'};
  const excused = {...NONE, deferred: ['a']};
  expect(await refusal(prepared([change('a', forbidden)], excused))).toEqual({events: []});
  const {failure} = await refusal(prepared([change('a', forbidden), change('b', forbidden)], excused));
  expect(failure).toMatchObject({code: 'permission/denied', diagnostics: [{resource: 'b'}]});
});
