import type {JsonObject} from '../../../../core/json.ts';
import type {Permissions} from '../../../../core/plan/permissions.ts';
import type {Change, TakesAlong} from '../../../../core/plan/plan.ts';
import type {KubernetesState} from '../../../../core/release/kubernetes-state.ts';
import {idOf} from '../../../../core/resource/id.ts';
import {groupVersion} from '../../../../core/resource/identity.ts';
import {blockDeletion, decideRemoval, type RemovalDecision} from '../../../../kubernetes/plan/decide-removal.ts';
import {deleteEffects} from '../../../../kubernetes/plan/effects.ts';
import type {ApiResource} from '../client/discovery.ts';
import {uidOf} from './live-objects.ts';

/** What becomes of one object that the spec no longer holds. */
export type PlannedRemoval = {
  readonly change: Change;
  readonly state: KubernetesState;
  readonly live: JsonObject | undefined;
  /** Absent: the server no longer knows the kind. */
  readonly resource: ApiResource | undefined;
  /** A forgotten object also loses our marks and fields. */
  readonly release: boolean;
  /** Would be deleted, and may not be ours. */
  readonly unproven?: string | undefined;
};

/** An object of the last release that the stack no longer wants. */
export type RemovalRequest = {
  readonly state: KubernetesState;
  readonly live: JsonObject | undefined;
  readonly resource: ApiResource | undefined;
  readonly lineage: string;
  readonly permissions: Permissions;
  /** The user leaves Gantry with it: the object stays. */
  readonly letGo?: boolean;
  /** Would be deleted, and is not, for what is in it. */
  readonly kept?: RemovalDecision | undefined;
};

/** Plans a deletion, or says why the object stays; permissions that are missing block the change. */
export function planRemoval(request: RemovalRequest): PlannedRemoval {
  const {state, live, resource, permissions} = request;
  const decision = decided(request);
  const unproven = decision.action === 'delete' ? decision.unproven : undefined;
  const change: Change = {
    id: state.id,
    type: 'Kubernetes',
    action: decision.action,
    ...('reason' in decision ? {reason: decision.reason} : {}),
    verified: true,
    ...(decision.action === 'delete' ? whatGoes({state, live, permissions, unproven}) : {}),
    fields: [],
  };
  return {
    change,
    state,
    live,
    resource,
    release: decision.action === 'forget' && decision.release,
    unproven,
  };
}

function decided({state, live, lineage, kept, letGo}: RemovalRequest): RemovalDecision {
  const judged = judgeRemoval({state, live, lineage});
  const isOurs = judged.action === 'delete' || judged.action === 'retain';
  if (letGo === true && isOurs)
    return {
      action: 'forget',
      reason: 'it stays in the cluster, without the ownership label and annotations',
      release: true,
    };
  return judged.action === 'delete' || kept?.action === judged.action ? (kept ?? judged) : judged;
}

/** An object whose deletion is planned. */
export type Going = Pick<RemovalRequest, 'state' | 'live' | 'permissions'> & {
  readonly takesAlong?: TakesAlong;
  readonly unproven?: string | undefined;
};

/** What a deletion means, and what stops it. */
export function whatGoes({
  state,
  live = {},
  permissions,
  takesAlong,
  unproven,
}: Going): Pick<Change, 'blocked' | 'effects' | 'takesAlong'> {
  const identity = {group: groupVersion(state.apiVersion).group, kind: state.kind};
  const blocked = blockDeletion({...identity, id: state.id, live, takesAlong, unproven, permissions});
  const effects = deleteEffects(identity, live);
  return {
    ...(blocked === undefined ? {} : {blocked}),
    ...(effects.length === 0 ? {} : {effects}),
    ...(takesAlong === undefined ? {} : {takesAlong}),
  };
}

/** What becomes of the object as it is now: asked for the plan, and again when it has moved since. */
export const judgeRemoval = ({
  state,
  live,
  lineage,
}: Pick<RemovalRequest, 'state' | 'live' | 'lineage'>): RemovalDecision =>
  decideRemoval({
    live,
    liveUid: uidOf(live),
    recordedUid: state.uid,
    ownId: idOf(state),
    kind: state.kind,
    group: groupVersion(state.apiVersion).group,
    lineage,
  });
