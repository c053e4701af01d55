import type {JsonObject} from '../../../../core/json.ts';
import {blockDeletion, decideRemoval, type RemovalDecision} from '../../../../core/plan/decide-removal.ts';
import {deleteEffects} from '../../../../core/plan/effects.ts';
import type {Permissions} from '../../../../core/plan/permissions.ts';
import type {Change} from '../../../../core/plan/plan.ts';
import type {ResourceState} from '../../../../core/release/release.ts';
import {idOf} from '../../../../core/resource/id.ts';
import {groupVersion} from '../../../../core/resource/identity.ts';
import type {PlanRequest} from '../../../../ports/runtime.ts';
import type {ApiResource} from '../client/discovery.ts';
import {uidOf} from './live-objects.ts';

/** What becomes of one object that the spec no longer holds. */
export type PlannedRemoval = {
  readonly change: Change;
  readonly state: ResourceState;
  readonly live: JsonObject | undefined;
  /** Absent: the server no longer knows the kind. */
  readonly resource: ApiResource | undefined;
  /** A forgotten object also loses our marks and fields. */
  readonly release: boolean;
};

export type RemovalRequest = {
  readonly state: ResourceState;
  readonly live: JsonObject | undefined;
  readonly resource: ApiResource | undefined;
  readonly lineage: string;
  readonly operation: PlanRequest['operation'];
  readonly permissions: Permissions;
  /** Would be deleted, and is not, for what is in it. */
  readonly kept?: RemovalDecision | undefined;
};

export function planRemoval(request: RemovalRequest): PlannedRemoval {
  const {state, live, resource, lineage, kept} = request;
  const judged = judgeRemoval({state, live, lineage});
  const decision = judged.action === 'delete' || kept?.action === judged.action ? (kept ?? judged) : judged;
  const change: Change = {
    id: state.id,
    type: 'Kubernetes',
    action: decision.action,
    ...('reason' in decision ? {reason: decision.reason} : {}),
    verified: true,
    ...(decision.action === 'delete' ? whatGoes(request) : {}),
    fields: [],
  };
  return {change, state, live, resource, release: decision.action === 'forget' && decision.release};
}

function whatGoes({state, live, operation, permissions}: RemovalRequest): Pick<Change, 'blocked' | 'effects'> {
  const identity = {group: groupVersion(state.apiVersion).group, kind: state.kind};
  const blocked = blockDeletion({...identity, id: state.id, live: live ?? {}, operation, permissions});
  const effects = deleteEffects(identity, live ?? {});
  return {...(blocked === undefined ? {} : {blocked}), ...(effects.length === 0 ? {} : {effects})};
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
