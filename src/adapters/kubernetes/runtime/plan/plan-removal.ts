import type {JsonObject} from '../../../../core/json.ts';
import type {Permissions} from '../../../../core/plan/permissions.ts';
import type {Cascade, Change} from '../../../../core/plan/plan.ts';
import type {KubernetesState} from '../../../../core/release/kubernetes-state.ts';
import {idOf} from '../../../../core/resource/id.ts';
import {groupVersion} from '../../../../core/resource/identity.ts';
import {blockDeletion, decideRemoval, type RemovalDecision} from '../../../../kubernetes/plan/decide-removal.ts';
import {deleteEffects} from '../../../../kubernetes/plan/effects.ts';
import {defined} from '../../../../lib/defined.ts';
import type {ApiResource} from '../client/discovery.ts';
import {uidOf} from './live-objects.ts';

/** The plan for one object that is no longer in the spec. */
export type PlannedRemoval = {
  readonly change: Change;
  readonly state: KubernetesState;
  readonly live: JsonObject | undefined;
  /** The kind of the object; absent if the server no longer has it. */
  readonly resource: ApiResource | undefined;
  /** True if a forgotten object also loses our label, annotations and field ownership. */
  readonly release: boolean;
  /** The reason why an object that would be deleted may not be ours. */
  readonly unproven?: string | undefined;
};

/** An object of the last release that is no longer in the stack. */
export type RemovalRequest = {
  readonly state: KubernetesState;
  readonly live: JsonObject | undefined;
  readonly resource: ApiResource | undefined;
  readonly lineage: string;
  readonly permissions: Permissions;
  /** True if the user stops managing the stack with Gantry: the object stays. */
  readonly isOrphaned?: boolean;
  /** The decision to keep an object that would otherwise be deleted, because of its content. */
  readonly kept?: RemovalDecision | undefined;
};

/** Plans a deletion, or returns why the object stays. Missing permissions block the change. */
export function planRemoval(request: RemovalRequest): PlannedRemoval {
  const {state, live, resource, permissions} = request;
  const decision = decided(request);
  const unproven = decision.action === 'delete' ? decision.unproven : undefined;
  const change: Change = {
    id: state.id,
    type: 'Kubernetes',
    action: decision.action,
    ...defined({reason: 'reason' in decision ? decision.reason : undefined}),
    verified: true,
    ...(decision.action === 'delete' ? whatGoes({state, live, permissions, unproven}) : {}),
    fields: [],
  };
  return {change, state, live, resource, release: decision.action === 'forget' && decision.release, unproven};
}

function decided({state, live, lineage, kept, isOrphaned}: RemovalRequest): RemovalDecision {
  const judged = judgeRemoval({state, live, lineage});
  const isOurs = judged.action === 'delete' || judged.action === 'retain';
  if (isOrphaned === true && isOurs)
    return {
      action: 'forget',
      reason: 'it stays in the cluster, without the ownership label and annotations',
      release: true,
    };
  return judged.action === 'delete' || kept?.action === judged.action ? (kept ?? judged) : judged;
}

/** An object whose deletion is planned. */
export type Going = Pick<RemovalRequest, 'state' | 'live' | 'permissions'> & {
  readonly takesAlong?: Cascade;
  readonly unproven?: string | undefined;
};

/** Returns the effects of a deletion, and what blocks it. */
export function whatGoes({
  state,
  live = {},
  permissions,
  takesAlong,
  unproven,
}: Going): Pick<Change, 'blocked' | 'effects' | 'takesAlong'> {
  const identity = {group: groupVersion(state.apiVersion).group, kind: state.kind};
  const blocked = blockDeletion({...identity, id: state.id, live, cascade: takesAlong, unproven, permissions});
  const effects = deleteEffects(identity, live);
  return defined({blocked, effects: effects.length === 0 ? undefined : effects, takesAlong});
}

/** Decides about the current object: for the plan, and again if the object has changed since. */
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
