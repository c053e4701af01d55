import type {JsonObject} from '../../../../core/json.ts';
import {type Permissions, permits} from '../../../../core/plan/permissions.ts';
import type {Blocked, Change, FieldChange} from '../../../../core/plan/plan.ts';
import {isImported} from '../../../../core/resource/import-id.ts';
import {annotationOf, isTakenOver, lineageOf} from '../../../../kubernetes/plan/ownership.ts';
import {STACK_ANNOTATION} from '../../../../kubernetes/resource/labels.ts';
import type {Finding} from './finding.ts';
import type {ObjectRequest} from './object-request.ts';
import type {PlannedObject} from './planned-object.ts';

/** Why a live object needs the user's word before it joins the stack. */
export function adoptReason(live: JsonObject, {lineage, stackName}: {lineage: string; stackName: string}): string {
  if (!isTakenOver(live, lineage)) return 'it exists, and this stack does not own it yet';
  const holder = annotationOf(live, STACK_ANNOTATION);
  return holder === stackName
    ? `it belongs to releases of ${holder} that this backend does not have (lineage ${lineageOf(live) ?? ''})`
    : `it belongs to another stack: ${holder ?? 'unknown'} (lineage ${lineageOf(live) ?? ''})`;
}

/** The actions on one object that the user permits a plan. */
export type Permitted = {
  readonly permissions: Permissions;
  /** The file itself says that the resource is this live object. */
  readonly permitsAdoption?: boolean;
};

/** Blocks the planned write of an object where it lacks a permission. */
export function blockPlanned(
  {permissions, target, lineage}: Pick<ObjectRequest, 'permissions' | 'target' | 'lineage'>,
  planned: PlannedObject,
  finding: Finding,
): PlannedObject {
  const {live, change, coOwns} = planned;
  if (live === undefined || coOwns === true) return planned;
  const contested = finding.kind === 'updated' && change.action !== 'unchanged' ? finding.contested : [];
  // An object of another stack is adopted only by the flag: no file can ask for it.
  const permitsAdoption = isImported(target.resource) && !isTakenOver(live, lineage);
  return {...planned, change: blockChange(change, {permissions, permitsAdoption}, contested)};
}

/** Blocks a change with all the permissions that it lacks, so that the user is asked once. */
export function blockChange(
  change: Change,
  {permissions, permitsAdoption = false}: Permitted,
  contested: readonly FieldChange[],
): Change {
  const {id} = change;
  const lacking: readonly Blocked[] = [
    ...(change.action === 'adopt' && !permitsAdoption && !permits(permissions.adopt, id)
      ? [{needs: `--adopt ${id}`, because: change.reason ?? 'it exists, and this stack does not own it yet'}]
      : []),
    ...(contested.length > 0 && !permits(permissions.forceConflicts, id)
      ? [{needs: `--force-conflicts ${id}`, because: `${contestedText(contested)}${alsoTaken(change)}`}]
      : []),
  ];
  if (lacking.length === 0) return change;
  const needs = lacking.map((one) => one.needs).join(' ');
  return {...change, blocked: {needs, because: lacking.map(({because}) => because).join('; ')}};
}

const contestedText = (contested: readonly FieldChange[]): string =>
  contested.map(({path, manager}) => `${path} is owned by ${manager ?? 'another manager'}`).join('; ');

/** To name the object takes what is left to others, too: nobody should scale a workload down by permitting a label. */
function alsoTaken({id, fields}: Change): string {
  const left = fields.filter(({yielded}) => yielded === true).map(({path}) => path);
  return left.length === 0
    ? ''
    : ` (--force-conflicts ${id} also takes over ${left.join(', ')}; --force-conflicts all does not)`;
}
