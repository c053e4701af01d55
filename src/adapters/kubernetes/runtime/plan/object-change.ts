import type {JsonObject} from '../../../../core/json.ts';
import type {Permissions} from '../../../../core/plan/permissions.ts';
import type {Change, FieldChange} from '../../../../core/plan/plan.ts';
import type {KubernetesState} from '../../../../core/release/kubernetes-state.ts';
import {isImported} from '../../../../core/resource/import-id.ts';
import {endingText} from '../../../../kubernetes/plan/ending.ts';
import {isOurs, isTakenOver} from '../../../../kubernetes/plan/ownership.ts';
import type {KubernetesClient} from '../client/client.ts';
import type {IsAutoscaled} from './autoscalers.ts';
import {adoptReason, blockChange, type Permitted} from './block-change.ts';
import {createdChanges, localChanges} from './explain-object.ts';
import {uidOf} from './live-objects.ts';
import type {PlannedObject} from './planned-object.ts';
import type {TakingOver} from './take-over.ts';
import type {HelmReleases} from './take-over-release.ts';
import type {Target} from './target.ts';

/** What is the same for all objects of a plan. */
type OfStack = {
  readonly client: Pick<KubernetesClient, 'apply' | 'get' | 'patch' | 'server'>;
  readonly lineage: string;
  /** `project/stack/workspace`. */
  readonly stackName: string;
  readonly permissions: Permissions;
  readonly releases: HelmReleases;
  readonly isAutoscaled: IsAutoscaled;
  readonly signal: AbortSignal;
};

/** One object to plan, with everything known of it. */
export type ObjectRequest = OfStack & {
  readonly target: Target;
  readonly live: JsonObject | undefined;
  readonly state: KubernetesState | undefined;
  /** What the last release wanted, sealed. */
  readonly prior: JsonObject | undefined;
  /** What the stack's own files said then, where the workspace had changed it. */
  readonly ownThen: JsonObject | undefined;
  /** Why no such object can exist yet, and why the server cannot be asked: its namespace or its kind comes with this plan. */
  readonly absentBecause: string | undefined;
  readonly waits: boolean;
  /** Why, where that is not that values are known only after apply. */
  readonly waitsBecause?: string;
  /** Found out by planObject itself. */
  readonly taking?: TakingOver | undefined;
};

/** Ours by its marks, or the very object of the last release with its marks taken off and no others put on. */
export const isKnown = ({lineage, target, state}: ObjectRequest, live: JsonObject): boolean =>
  isOurs({live, ownId: target.ownId, lineage}) ||
  (state !== undefined && state.uid !== '' && state.uid === uidOf(live) && !isTakenOver(live, lineage));

type Base = Pick<
  PlannedObject,
  'target' | 'live' | 'predicted' | 'force' | 'surelyAbsent' | 'state' | 'waits' | 'diagnostics' | 'takeOver'
>;

/** What every answer to a request has, whatever is to be done. */
export const base = ({target, live, state, waits, taking}: ObjectRequest): Base => ({
  target,
  live,
  state,
  waits,
  predicted: undefined,
  force: false,
  surelyAbsent: false,
  diagnostics: [],
  takeOver: taking,
});

/** Starts a change with what all changes of the object share. */
export const changeOf = ({target}: ObjectRequest, rest: Omit<Change, 'id' | 'type'>): Change => ({
  id: target.resource.id,
  type: 'Kubernetes',
  ...rest,
});

/** Nothing to do; `proved`: by the server, or by rule 2 of the engine. */
export function unchanged(
  request: ObjectRequest,
  live: JsonObject,
  proved: boolean,
  fields: readonly FieldChange[] = [],
): PlannedObject {
  const change = changeOf(request, {action: 'unchanged', verified: proved, fields});
  return {...base(request), change, predicted: live};
}

type Creation = {
  readonly verified: boolean;
  readonly reason?: string | undefined;
  readonly predicted?: JsonObject;
  readonly surelyAbsent?: boolean;
};

/** It is to be made. */
export function created(
  request: ObjectRequest,
  {verified, reason, predicted, surelyAbsent = false}: Creation,
): PlannedObject {
  const fields = createdChanges(request, predicted);
  const change = changeOf(request, {action: 'create', verified, ...(reason === undefined ? {} : {reason}), fields});
  return {...base(request), live: undefined, change, predicted, surelyAbsent};
}

/** What the last release left and is no longer there was deleted by somebody else: it is drift, and said. */
export const vanished = (state: KubernetesState | undefined): {readonly reason?: string | undefined} =>
  state === undefined || state.uid === '' ? {} : {reason: 'somebody deleted it after the last release'};

/** The live one is on its way out. */
export function recreated(request: ObjectRequest, ending: JsonObject): PlannedObject {
  const reason = `the live one ${endingText(ending)}; it is made anew when that is gone`;
  return {...created(request, {verified: false, reason}), ending};
}

/** Without the server's word: what we would set. */
export function local(request: ObjectRequest, reason: string): PlannedObject {
  const {live} = request;
  if (live === undefined) return created(request, {verified: false, reason});
  const fields = localChanges(request, live, request.permissions.forceConflicts.includes(request.target.resource.id));
  const adopting = !isKnown(request, live);
  const change = changeOf(request, {
    action: adopting ? 'adopt' : 'update',
    verified: false,
    reason: adopting ? `${adoptReason(live, request)}; ${reason}` : reason,
    fields,
  });
  return {...base(request), change: blockChange(change, permitted(request, live), [])};
}

/** What another stack has, no file can ask for: it takes the flag. */
export const permitted = ({permissions, target, lineage}: ObjectRequest, live: JsonObject): Permitted => ({
  permissions,
  permitsAdoption: isImported(target.resource) && !isTakenOver(live, lineage),
});
