import type {JsonObject} from '../../core/json.ts';
import {cascadeText} from '../../core/plan/cascade.ts';
import {PERMISSION_FLAG, type Permissions, permits} from '../../core/plan/permissions.ts';
import type {Blocked, Cascade} from '../../core/plan/plan.ts';
import {HELM_KEEP, isKeptByHelm} from '../import/helm/protect-kept.ts';
import {CREATED_ANNOTATION, CREATED_SHARED, PROTECT_ANNOTATION} from '../resource/labels.ts';
import {lossOf} from './effects.ts';
import {annotationOf, doubtOfOwnership, isControlled, isOurs, isTakenOver} from './ownership.ts';

/** A resource that is no longer in the files, and the live object with its name. */
export type Removal = {
  readonly live: JsonObject | undefined;
  readonly liveUid: string | undefined;
  readonly recordedUid: string;
  readonly ownId: string;
  readonly kind: string;
  readonly group: string;
  readonly lineage: string;
};

/** The action on a resource that is no longer in the files. */
export type RemovalDecision =
  /**
   * `unproven`: the release lists the object, but the live object does not prove that it is ours. Only its id on the
   * command line permits the deletion.
   */
  | {readonly action: 'delete'; readonly unproven?: string}
  | {readonly action: 'gone' | 'retain'; readonly reason: string}
  /** `release`: remove our label, annotations and field ownership; otherwise nothing is sent. */
  | {readonly action: 'forget'; readonly reason: string; readonly release: boolean};

/** Decides what happens to an object of the last release that the spec no longer contains (engine rules, section 4). */
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
    return {action: 'retain', reason: `it is protected by ${PROTECT_ANNOTATION}${sourceOf(live)}`};
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

/** Returns what sets the protection, if that is not the user's own annotation. */
const sourceOf = (live: JsonObject): string => (isKeptByHelm(live) ? `, which ${HELM_KEEP} sets` : '');

/** Reports whether deleting an object of a kind also deletes objects that others put into it. */
export const isContainer = (group: string, kind: string): boolean =>
  (group === '' && kind === 'Namespace') || (group === 'apiextensions.k8s.io' && kind === 'CustomResourceDefinition');

/** An object that would be deleted, with what its deletion cascades to. */
export type Deletion = {
  readonly id: string;
  readonly kind: string;
  readonly group: string;
  readonly live: JsonObject;
  readonly cascade?: Cascade | undefined;
  /** The reason why it may not be ours. */
  readonly unproven?: string | undefined;
  readonly permissions: Pick<Permissions, 'allowDelete'>;
};

/** Returns what blocks a deletion in an apply or a destroy: the object may not be ours, or its deletion cascades to other objects or data. */
export function blockDeletion({id, live, cascade, unproven, permissions, ...identity}: Deletion): Blocked | undefined {
  const needs = `${PERMISSION_FLAG.allowDelete} ${id}`;
  // Neither "all" nor the typed name of the stack permits to delete an object whose ownership is unproven.
  if (unproven !== undefined)
    return permissions.allowDelete.includes(id) ? undefined : {needs, because: unproven, byId: true};
  const loss = lossOf(identity, live);
  if (loss === undefined || permits(permissions.allowDelete, id)) return undefined;
  const because = cascade === undefined ? loss : `${loss}: ${cascadeText(cascade)}`;
  return {needs, because};
}
