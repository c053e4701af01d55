import {PERMISSION_FLAG, permits} from '../../core/plan/permissions.ts';
import type {Change} from '../../core/plan/plan.ts';
import type {ResourceValues} from '../../core/reference/values.ts';
import type {ResourceState} from '../../core/release/resource-state.ts';
import {importIdOf} from '../../core/resource/import-id.ts';
import type {Resource} from '../../core/resource/resource.ts';
import {isInSource, isTerraformSource, SOURCE_ID} from '../../core/terraform/source.ts';
import {defined} from '../../lib/defined.ts';
import type {PlanRequest} from '../../ports/plan-request.ts';
import type {PlannedChange} from '../../ports/planned-change.ts';
import type {DriftRequest, RuntimeDrift} from '../../ports/runtime-drift.ts';
import type {RuntimePlan} from '../../ports/runtime-plan.ts';
import {isIn} from './dependants.ts';
import {isIgnored, isRuleUsed} from './ignored-paths.ts';
import {mayLoseData} from './loss.ts';
import {partsOfSource} from './unread-source.ts';
import {writtenFields} from './written-fields.ts';

const NOT_STARTED = 'untrusted mode starts no terraform, and compares the files with the last release only';

/**
 * Plans Terraform resources without Terraform: it compares what the files say with what the last release recorded. No program is started, and neither
 * a state nor a key is read. No change is verified, and every value that may be another one after the apply is unknown.
 */
export function planUnread(request: PlanRequest): RuntimePlan {
  const {wanted, prior} = request;
  const source = wanted.resources.find(isTerraformSource);
  const isChosen = (id: string): boolean =>
    (wanted.parts ?? [id]).some((part) => isIn(id, part)) &&
    !(wanted.excludedParts ?? []).some((part) => isIn(id, part));
  const parts = new Map(
    (source === undefined ? [] : partsOfSource(source, request))
      .filter(({id}) => isChosen(id))
      .map((part) => [part.id, part]),
  );
  const own = new Set(wanted.resources.map(({id}) => id));
  const changes = [
    ...wanted.resources.map((resource) => writeOf(resource, request)),
    ...[...parts.values()].filter(({action}) => action !== 'delete').map((part) => unverified({...part, fields: []})),
    ...prior.state
      .filter((state) => !isInSource(state) || isChosen(state.id))
      .filter(({id}) => !own.has(id) && (parts.get(id)?.action ?? 'delete') === 'delete')
      .map((state) => leavingOf(state, request)),
  ];
  const changed = new Set(changes.flatMap(({id, action}) => (action === 'unchanged' ? [] : [id])));
  const {order, after} = wanted.order;
  for (const id of order) if (own.has(id) && after.get(id)?.some((need) => changed.has(need)) === true) changed.add(id);
  return {
    changes: changes.map((change) => planned(change, request)),
    diagnostics: [],
    values: (id) => (changed.has(id) ? UNKNOWN : undefined),
    usesRule: (rule) => wanted.resources.some((resource) => isRuleUsed(rule, {resource, values: undefined})),
  };
}

/** The values of a resource that changes, or that needs one that changes: all of them are known only after apply. */
const UNKNOWN: ResourceValues = {object: {}, unknown: [[]], sensitive: []};

function writeOf(resource: Resource, request: PlanRequest): Change {
  const {id} = resource;
  const isRecorded = request.prior.state.some((state) => state.id === id);
  const fields = writtenFields(resource, request).filter(
    ({path}) => !isRecorded || !isIgnored(request.ignore, {resource, values: undefined}, path),
  );
  const movedFrom = request.prior.moved?.get(id);
  if (isRecorded)
    return unverified({id, action: fields.length === 0 ? 'unchanged' : 'update', fields, ...defined({movedFrom})});
  return unverified({id, action: importIdOf(resource) === undefined ? 'create' : 'adopt', fields});
}

/** Returns the change of a resource that the files no longer have. */
function leavingOf({id, ...state}: ResourceState, {prior, permissions}: PlanRequest): Change {
  if (prior.toOrphan?.has(id) === true) return unverified({id, action: 'forget', fields: []});
  const isLossy = id !== SOURCE_ID && state.type === 'Terraform' && mayLoseData(state.address);
  const blocked =
    isLossy && !permits(permissions.allowDelete, id)
      ? {needs: `${PERMISSION_FLAG.allowDelete} ${id}`, because: 'its data may be lost'}
      : undefined;
  return unverified({
    id,
    action: 'delete',
    fields: [],
    ...defined({effects: isLossy ? (['data-lost'] as const) : undefined, blocked}),
  });
}

const unverified = (change: Omit<Change, 'type' | 'verified'>): Change => ({
  reason: NOT_STARTED,
  ...change,
  type: 'Terraform',
  verified: false,
});

const planned = (change: Change, {wanted, prior}: PlanRequest): PlannedChange => ({
  change,
  after: wanted.order.after.get(change.id) ?? [],
  state: prior.state.find(({id}) => id === change.id),
  execute: () => Promise.reject(new Error('a plan without Terraform is not applied')),
});

/** Returns no drift: only the providers know it. */
export const driftUnread = ({prior}: DriftRequest): RuntimeDrift => ({
  objects: [],
  diagnostics: [
    {
      severity: 'note',
      code: 'plan/untrusted',
      message: `untrusted mode starts no terraform: ${prior.length === 1 ? '1 Terraform resource is' : `${prior.length} Terraform resources are`} not compared`,
    },
  ],
});
