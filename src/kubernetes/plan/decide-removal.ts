import type {JsonObject} from '../../core/json.ts';
import {PERMISSION_FLAG, type Permissions, permits} from '../../core/plan/permissions.ts';
import type {Blocked, TakesAlong} from '../../core/plan/plan.ts';
import {takesAlongText} from '../../core/plan/takes-along.ts';
import {CREATED_ANNOTATION, CREATED_SHARED, PROTECT_ANNOTATION} from '../resource/labels.ts';
import {lossOf} from './effects.ts';
import {annotationOf, doubtOfOwnership, isControlled, isOurs, isTakenOver} from './ownership.ts';

/** A resource that left the files, and the live object of its name. */
export type Removal = {
  readonly live: JsonObject | undefined;
  readonly liveUid: string | undefined;
  readonly recordedUid: string;
  readonly ownId: string;
  readonly kind: string;
  readonly group: string;
  readonly lineage: string;
};

/** The action on a resource that left the files. */
export type RemovalDecision =
  /** `unproven`: the release lists it, and the live object does not prove that it is ours. Only its id permits that. */
  | {readonly action: 'delete'; readonly unproven?: string}
  | {readonly action: 'gone' | 'retain'; readonly reason: string}
  /** `release` takes our label, annotations and field ownership away; without it nothing is sent. */
  | {readonly action: 'forget'; readonly reason: string; readonly release: boolean};

/** What becomes of an object of the last release that the spec no longer holds (engine rules, section 4). */
export function decideRemoval({live, liveUid, recordedUid, ownId, kind, group, lineage}: Removal): RemovalDecision {
  if (live === undefined) return {action: 'gone', reason: 'it is no longer in the cluster'};
  const ours = isOurs({live, ownId, lineage});
  if (isTakenOver(live, lineage)) return {action: 'forget', reason: 'another stack has taken it over', release: false};
  if (isControlled(live)) return {action: 'forget', reason: 'a controller owns it now', release: false};
  if (liveUid !== recordedUid && recordedUid !== '') {
    if (!ours) return {action: 'forget', reason: 'another object has its name now', release: false};
  } else if (recordedUid === '' && !ours) {
    return {action: 'forget', reason: 'this stack does not own it', release: false};
  }
  if (annotationOf(live, PROTECT_ANNOTATION) === 'true') {
    return {action: 'retain', reason: `it is protected by ${PROTECT_ANNOTATION}`};
  }
  if (isContainer(group, kind) && annotationOf(live, CREATED_ANNOTATION) === CREATED_SHARED) {
    return {action: 'forget', reason: 'another stack declares it too: neither stack deletes it', release: true};
  }
  if (isContainer(group, kind) && annotationOf(live, CREATED_ANNOTATION) !== 'true') {
    return {action: 'forget', reason: 'it existed before this stack', release: true};
  }
  const unproven = doubtOfOwnership({live, ownId, lineage, liveUid, recordedUid});
  return unproven === undefined ? {action: 'delete'} : {action: 'delete', unproven};
}

/** Kinds whose deletion takes along what others put into them. */
export const isContainer = (group: string, kind: string): boolean =>
  (group === '' && kind === 'Namespace') || (group === 'apiextensions.k8s.io' && kind === 'CustomResourceDefinition');

/** An object that is deleted, for its cascade. */
export type Deletion = {
  readonly id: string;
  readonly kind: string;
  readonly group: string;
  readonly live: JsonObject;
  readonly takesAlong?: TakesAlong | undefined;
  /** Why it may not be ours at all. */
  readonly unproven?: string | undefined;
  readonly permissions: Pick<Permissions, 'allowDelete'>;
};

/** What stops a deletion of what may not be ours, or that takes more with it than the object itself, in an apply and in a destroy. */
export function blockDeletion({
  id,
  live,
  takesAlong,
  unproven,
  permissions,
  ...identity
}: Deletion): Blocked | undefined {
  const needs = `${PERMISSION_FLAG.allowDelete} ${id}`;
  // Neither "all" nor the stack's name are meant for what nobody has looked at.
  if (unproven !== undefined)
    return permissions.allowDelete.includes(id) ? undefined : {needs, because: unproven, byId: true};
  const loss = lossOf(identity, live);
  if (loss === undefined || permits(permissions.allowDelete, id)) return undefined;
  const because = takesAlong === undefined ? loss : `${loss}: ${takesAlongText(takesAlong)}`;
  return {needs, because};
}
