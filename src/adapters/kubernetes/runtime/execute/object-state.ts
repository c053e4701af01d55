import type {JsonObject} from '../../../../core/json.ts';
import type {KubernetesState} from '../../../../core/release/kubernetes-state.ts';
import {isOurs} from '../../../../kubernetes/plan/ownership.ts';
import {isFinishedTtlJob} from '../../../../kubernetes/readiness/ttl-job.ts';
import {defined} from '../../../../lib/defined.ts';
import {uidOf} from '../plan/live-objects.ts';
import type {PlannedObject} from '../plan/planned-object.ts';
import {appliedOf, type Target} from '../plan/target.ts';
import type {ExecuteSession} from './execute-session.ts';

/** Returns what the release records of an object in the server's answer. */
export function stateOf({after}: Pick<ExecuteSession, 'after'>, target: Target, object: JsonObject): KubernetesState {
  const {apiVersion, kind, namespace, name} = target.identity;
  return {
    id: target.resource.id,
    type: 'Kubernetes',
    apiVersion,
    kind,
    ...defined({namespace}),
    name,
    uid: uidOf(object) ?? '',
    desiredDigest: target.digest(),
    applied: appliedOf(target, object),
    dependsOn: after.get(target.resource.id) ?? [],
    ...defined({done: isFinishedTtlJob(object) ? true : undefined}),
  };
}

/**
 * Returns what is known of our object before a change: the record of the last release, or, if an interrupted run
 * created or recreated it, the live object. The latter has no digest, so that the next plan compares it again.
 */
export function stateBefore(
  session: Pick<ExecuteSession, 'after' | 'lineage'>,
  {state, change, live, target}: Pick<PlannedObject, 'state' | 'change' | 'live' | 'target'>,
): KubernetesState | undefined {
  if (live === undefined) return state;
  if (state !== undefined && state.uid === uidOf(live)) return isFinishedTtlJob(live) ? {...state, done: true} : state;
  if (!isOurs({live, ownId: target.ownId, lineage: session.lineage})) return state;
  const found = stateOf(session, target, live);
  return change.action === 'unchanged' ? found : {...found, desiredDigest: ''};
}
