import type {JsonObject} from '../../../../core/json.ts';
import {identityOf} from '../../../../core/resource/identity.ts';
import {type Current, currentPods} from '../../../../kubernetes/readiness/current-pods.ts';
import {type SeenEvent, seenEvent} from '../../../../kubernetes/readiness/event.ts';
import {textAt, valueAt} from '../../../../kubernetes/readiness/read.ts';
import type {Look} from '../../../../kubernetes/readiness/workload-problems.ts';
import {defined} from '../../../../lib/defined.ts';
import type {ExecuteSession} from './execute-session.ts';
import type {Followed, Follower} from './follow-collection.ts';
import {EVENTS, isDeployment, isPod, PODS, REPLICA_SETS} from './workload-kinds.ts';

/** The collections that are followed for a workload: its pods, its ReplicaSets and the warnings of its namespace. */
export type Sources = {pods?: Followed; sets?: Followed; events?: Followed};

type Follow = Follower & {readonly labelSelector: string | undefined};

/** Follows the pods of a workload, their owners and their events. */
export function followAll(
  {hub}: Pick<ExecuteSession, 'hub'>,
  object: JsonObject,
  {labelSelector, ...follower}: Follow,
): Sources {
  const {namespace} = identityOf(object);
  const selected = labelSelector === undefined ? undefined : {namespace, labelSelector};
  return {
    ...defined({
      pods: selected === undefined ? undefined : hub.follow({resource: PODS, ...selected}, follower),
      sets:
        selected !== undefined && isDeployment(object)
          ? hub.follow({resource: REPLICA_SETS, ...selected}, follower)
          : undefined,
    }),
    events: hub.follow({resource: EVENTS, namespace, fieldSelector: 'type=Warning'}, follower),
  };
}

/** Returns the workload with its pods and events, or undefined while these are unknown. */
export function seenOf(workload: JsonObject, followed: Sources): Look | undefined {
  if (!isObserved(workload)) return undefined;
  const current = currentOf(workload, followed);
  if (current === undefined) return undefined;
  const warnings = [workload, ...current.pods].map((object) => warningsOf(followed, uidOf(object)));
  return {workload, current, events: warnings.includes(undefined) ? undefined : warnings.flatMap((some) => some ?? [])};
}

function currentOf(workload: JsonObject, {pods, sets}: Sources): Current | undefined {
  if (isPod(workload)) return {maker: workload, pods: [workload]};
  const replicaSets = sets?.of(uidOf(workload));
  const makers = isDeployment(workload) ? (replicaSets ?? []) : [workload];
  const made = makers.map((maker) => pods?.of(uidOf(maker)));
  if (made.includes(undefined)) return undefined;
  return currentPods({workload, replicaSets, pods: made.flatMap((some) => some ?? [])});
}

const uidOf = (object: JsonObject): string => textAt(object, 'metadata', 'uid');

/** Reports whether the controller has observed the current template; until then its pods are of another one. */
function isObserved(workload: JsonObject): boolean {
  if (identityOf(workload).group !== 'apps') return true;
  return valueAt(workload, 'status', 'observedGeneration') === valueAt(workload, 'metadata', 'generation');
}

/** Returns the warnings about the object with this uid, or undefined if they were not read. */
export const warningsOf = ({events}: Sources, uid: string): readonly SeenEvent[] | undefined =>
  events?.of(uid)?.map(seenEvent);
