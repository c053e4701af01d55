import type {JsonObject} from '../../../../core/json.ts';
import {decideRemoval, type RemovalDecision} from '../../../../core/plan/decide-removal.ts';
import type {Change} from '../../../../core/plan/plan.ts';
import type {ResourceState} from '../../../../core/release/release.ts';
import {idOf} from '../../../../core/resource/id.ts';
import {groupVersion} from '../../../../core/resource/identity.ts';
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
  /** Would be deleted, and is not, for what is in it. */
  readonly kept?: RemovalDecision | undefined;
};

export function planRemoval({state, live, resource, lineage, kept}: RemovalRequest): PlannedRemoval {
  const judged = judgeRemoval({state, live, lineage});
  const decision = judged.action === 'delete' ? (kept ?? judged) : judged;
  const change: Change = {
    id: state.id,
    type: 'Kubernetes',
    action: decision.action,
    ...('reason' in decision ? {reason: decision.reason} : {}),
    verified: true,
    fields: [],
  };
  return {change, state, live, resource, release: decision.action === 'forget' && decision.release};
}

/** What becomes of the object as it is now: asked for the plan, and again when it has moved since. */
export const judgeRemoval = ({state, live, lineage}: Omit<RemovalRequest, 'resource' | 'kept'>): RemovalDecision =>
  decideRemoval({
    live,
    liveUid: uidOf(live),
    recordedUid: state.uid,
    ownId: idOf(state),
    kind: state.kind,
    group: groupVersion(state.apiVersion).group,
    lineage,
  });
