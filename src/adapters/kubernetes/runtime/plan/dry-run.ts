import type {FieldPath, PathElement} from '../../../../core/fields/field-path.ts';
import {isObject, type Json, type JsonObject} from '../../../../core/json.ts';
import type {FieldChange} from '../../../../core/plan/plan.ts';
import {paths} from '../../../../kubernetes/fields/field-set.ts';
import {fieldSetOf} from '../../../../kubernetes/fields/field-set-of.ts';
import {ownersOf} from '../../../../kubernetes/fields/owners.ts';
import {valueAt, withoutValueAt} from '../../../../kubernetes/fields/value-at.ts';
import {decideConflict, isScaledByHand} from '../../../../kubernetes/plan/decide-conflict.ts';
import {at} from '../../../../kubernetes/plan/source-map.ts';
import {stillHolds, type TakeOver} from '../../../../kubernetes/plan/take-over.ts';
import {defined} from '../../../../lib/defined.ts';
import type {KubernetesClient} from '../client/client.ts';
import type {FieldConflict, Refusal} from '../client/status.ts';
import type {IsAutoscaled} from './autoscalers.ts';
import {hideValues} from './hide-values.ts';
import type {Target} from './target.ts';

/** The response that the server would give to our apply. */
export type Verdict =
  | {readonly kind: 'created'; readonly object: JsonObject}
  | {
      readonly kind: 'updated';
      /** The object as it would be. */
      readonly object: JsonObject;
      /** The object to send: the desired object without the fields that were yielded. */
      readonly target: Target;
      /** Fields that others hold: yielded (left out), or to be taken by force. */
      readonly conflicts: readonly FieldChange[];
      /** Taken by force, and the user has not permitted it. */
      readonly contested: readonly FieldChange[];
      readonly force: boolean;
    }
  | {readonly kind: 'refused'; readonly refusal: Refusal};

/** A server-side apply with `dryRun=All`, whose answer is the planned object. */
export type DryRunRequest = {
  readonly client: Pick<KubernetesClient, 'apply'>;
  readonly target: Target;
  readonly live: JsonObject | undefined;
  /** The object after the last write of a release, sealed. Fields that a release wanted but did not write are not ours. */
  readonly applied: Json | undefined;
  /** The user named this very object: fields that would be yielded are taken too. */
  readonly insists: boolean;
  /** The fields of older managers, which are ours by then and cause no conflict. */
  readonly takeOver: TakeOver | undefined;
  readonly isAutoscaled: IsAutoscaled;
  readonly signal: AbortSignal;
};

/**
 * Asks the server by a dry run. Conflicts with other managers are decided field by field (engine rules, section 5); after
 * yielding, the rest is asked again with force, as it will be sent.
 */
export async function dryRun(request: DryRunRequest): Promise<Verdict> {
  const {client, target, live, signal} = request;
  const ask = {...placeOf(target), dryRun: true, signal};
  const first = await client.apply({...ask, object: target.desired, force: false});
  if (first.ok) {
    if (first.status === 201) return {kind: 'created', object: first.object};
    return {kind: 'updated', object: first.object, target, conflicts: [], contested: [], force: false};
  }
  if (first.refusal.kind !== 'conflict') return {kind: 'refused', refusal: first.refusal};
  const real = standing(request, first.refusal.conflicts);
  const isUnscaled = real.some(isScaledByHand) && !(await request.isAutoscaled(target.identity));
  const {kept, yielded, contested} = settleConflicts({...request, isUnscaled}, real);
  const second = await client.apply({...ask, object: kept.desired, force: true});
  if (!second.ok) return {kind: 'refused', refusal: second.refusal};
  return {
    kind: 'updated',
    object: second.object,
    target: kept,
    conflicts: yielded,
    contested: live === undefined ? [] : contested,
    force: real.length > 0,
  };
}

/** Returns the address of the object for requests; cluster-scoped ones have no namespace. */
export const placeOf = ({kind, identity}: Pick<Target, 'kind' | 'identity'>) => ({
  resource: kind.resource,
  namespace: identity.namespace,
  name: identity.name,
});

/** Conflicts with what older managers hold end when they give it up. */
function standing({target, takeOver}: DryRunRequest, conflicts: readonly FieldConflict[]): readonly FieldConflict[] {
  if (takeOver === undefined) return conflicts;
  const byServerPath = pathsOf(target);
  return conflicts.filter((conflict) => {
    const path = byServerPath.get(conflict.field);
    return path === undefined || stillHolds(takeOver, path, conflict);
  });
}

const pathsOf = ({fields}: Target): ReadonlyMap<string, FieldPath> =>
  new Map(paths(fields).map((path) => [serverPath(path), path]));

type Settled = {
  readonly kept: Target;
  readonly yielded: readonly FieldChange[];
  readonly contested: readonly FieldChange[];
};

function settleConflicts(
  {target, live, applied, insists, isUnscaled}: DryRunRequest & {readonly isUnscaled: boolean},
  conflicts: readonly FieldConflict[],
): Settled {
  const schema = target.kind.schema;
  const byServerPath = pathsOf(target);
  const yielded: FieldChange[] = [];
  const contested: FieldChange[] = [];
  let desired = target.desired;
  for (const conflict of conflicts) {
    const path = byServerPath.get(conflict.field);
    if (path === undefined && isEmptyAround(target, live, conflict)) continue;
    const releasedByUs = isObject(applied) && path !== undefined && valueAt(applied, path, schema) !== undefined;
    const {manager, operation, subresource, apiVersion, time} = conflict;
    const owner = {
      manager,
      operation,
      apiVersion: apiVersion ?? '',
      ...defined({subresource, time}),
    };
    const decision = decideConflict({owner, releasedByUs, isUnscaled});
    if (decision === 'drift') continue;
    const change = conflictChange({target, live, path, conflict});
    if (decision === 'yield' && path !== undefined && !insists) {
      yielded.push({...change, yielded: true});
      desired = withoutValueAt(desired, path, schema);
    } else {
      contested.push(change);
    }
  }
  const kept = desired === target.desired ? target : {...target, desired, fields: fieldSetOf(desired, schema)};
  return {kept, yielded, contested};
}

/**
 * Another manager owns a map in which nothing is (`annotations: {}`, or null, applied by kubectl), and entries of ours go into it: the
 * server calls that a conflict, and nobody loses a value.
 */
function isEmptyAround(target: Target, live: JsonObject | undefined, {field}: FieldConflict): boolean {
  const around = paths(target.fields)
    .flatMap((path) => path.map((_, end) => path.slice(0, end)))
    .find((path) => serverPath(path) === field);
  if (around === undefined || live === undefined) return false;
  const value = valueAt(live, around, target.kind.schema) ?? {};
  return isObject(value) && Object.keys(value).length === 0;
}

type Contested = {
  readonly target: Target;
  readonly live: JsonObject | undefined;
  readonly path: FieldPath | undefined;
  readonly conflict: FieldConflict;
};

function conflictChange({target, live, path, conflict}: Contested): FieldChange {
  const {manager, field} = conflict;
  const time = conflict.time ?? (path === undefined ? undefined : lastWrite(live, path, conflict));
  const by = {cause: 'conflict' as const, manager, ...defined({time})};
  if (path === undefined) return {path: hideValues(field.replace(/^\./, ''), target.secrets.values), ...by};
  const written = at({...target, schema: target.kind.schema}, path);
  const before = live === undefined ? undefined : valueAt(live, path, target.kind.schema);
  const after = valueAt(target.desired, path, target.kind.schema);
  const sides = defined({before, after});
  return {path: target.pathText(path), ...target.show({path, ...sides}), ...by, ...written};
}

/** When the manager wrote last: of one that applies the server's conflict does not say it. */
const lastWrite = (live: JsonObject | undefined, path: FieldPath, {manager, operation}: FieldConflict) =>
  ownersOf(isObject(live?.['metadata']) ? live['metadata']['managedFields'] : undefined, path).find(
    (owner) => owner.manager === manager && owner.operation === operation,
  )?.time;

/** A path as the server writes it in a conflict: field names are never quoted. */
const serverPath = (path: FieldPath): string => path.map(serverElement).join('');

function serverElement(element: PathElement): string {
  if ('field' in element) return `.${element.field}`;
  if ('index' in element) return `[${element.index}]`;
  if ('value' in element) return `[=${JSON.stringify(element.value)}]`;
  const keys = Object.keys(element.key).toSorted();
  return `[${keys.map((name) => `${name}=${JSON.stringify(element.key[name])}`).join(',')}]`;
}
