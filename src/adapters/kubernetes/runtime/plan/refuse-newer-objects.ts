import {isObject} from '../../../../core/json.ts';
import {headKey} from '../../../../core/release/keys.ts';
import {untrusted} from '../../../../core/release/untrusted.ts';
import {equalOn} from '../../../../kubernetes/fields/equal-on.ts';
import {isContainer} from '../../../../kubernetes/plan/decide-removal.ts';
import {ownWriteTime} from '../../../../kubernetes/plan/manager-entry.ts';
import {isOurs} from '../../../../kubernetes/plan/ownership.ts';
import {writtenSince} from '../../../../kubernetes/plan/written-since.ts';
import type {PlanRequest} from '../../../../ports/plan-request.ts';
import {uidOf} from './live-objects.ts';
import {isOwnershipField} from './local-result.ts';
import type {PlannedObject} from './planned-object.ts';

const MOST_SHOWN = 3;

/**
 * Refuses a plan if live objects show that Gantry has written them after the newest release of the backend: the backend is then older than
 * the cluster. It needs no request, because the plan has read the objects.
 * @throws GantryError release/untrusted
 */
export function refuseNewerObjects(planned: readonly PlannedObject[], {prior, lineage}: PlanRequest): void {
  // A run that died or failed may have written what no release has.
  const {settledAt} = prior;
  if (settledAt === undefined) return;
  const objects = planned
    .filter((one) => isWrittenAfter(one, settledAt))
    .flatMap((one) => newerField(one, lineage) ?? []);
  if (objects.length > 0)
    throw untrusted(headKey(lineage), 'older-than-cluster', {objects: objects.slice(0, MOST_SHOWN)});
}

/** Reports whether our last write is later than the newest release. The record of an unchanged object is that of an earlier one. */
function isWrittenAfter({live, target}: PlannedObject, at: string): boolean {
  const time = live && ownWriteTime(live, target.identity.apiVersion);
  return time !== undefined && Date.parse(time) > Date.parse(at);
}

/** Returns the object with the first field that is newer than the record, as text; undefined if there is none. */
function newerField({live, state, target, change}: PlannedObject, lineage: string): string | undefined {
  const {identity, ownId, kind} = target;
  if (live === undefined || state === undefined || state.done === true || !isObject(state.applied)) return undefined;
  const isSame =
    state.apiVersion === identity.apiVersion && state.uid === uidOf(live) && isOurs({live, ownId, lineage});
  // Several stacks write shared Namespaces and CRDs.
  if (!isSame || isContainer(identity.group, identity.kind)) return undefined;
  if (change.action === 'unchanged' && equalOn(state.applied, live, kind.schema)) return undefined;
  const [path] = writtenSince({
    live,
    apiVersion: identity.apiVersion,
    applied: target.sealSeen(state.applied),
    schema: kind.schema,
    seal: target.sealSeen,
  }).filter((one) => !isOwnershipField(one));
  return path === undefined ? undefined : `${ownId} (${target.pathText(path)})`;
}
