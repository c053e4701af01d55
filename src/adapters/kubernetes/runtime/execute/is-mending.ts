import {GantryError} from '../../../../core/failure/failure.ts';
import type {JsonObject} from '../../../../core/json.ts';
import {identityOf} from '../../../../core/resource/identity.ts';
import {seenEvent} from '../../../../kubernetes/readiness/event.ts';
import type {Problem} from '../../../../kubernetes/readiness/problem.ts';
import type {KubernetesClient} from '../client/client.ts';
import {EVENTS} from './workload-kinds.ts';

/** What the cluster autoscaler and Karpenter say of a pod for which they bring a node. */
const SCALES: ReadonlySet<string> = new Set(['TriggeredScaleUp', 'Nominated']);
/** What a node does with a pod when its volumes and its network are there. */
const BEGINS: ReadonlySet<string> = new Set(['Pulling', 'Pulled', 'Created', 'Started']);

/**
 * Whether the pod itself tells, beside its warnings, that the problem is about to end or has ended: a node is on its way, or what an
 * event warned of is over, and its image is pulled since. Asked once, when the time of a problem is over.
 */
export async function isMending(
  {client}: {readonly client: Pick<KubernetesClient, 'list'>},
  workload: JsonObject,
  problem: Problem,
  signal: AbortSignal,
): Promise<boolean> {
  const {cause, pod, toldAt} = problem;
  if (pod === undefined || (cause !== 'unschedulable' && toldAt === undefined)) return false;
  const {namespace} = identityOf(workload);
  try {
    const fieldSelector = `involvedObject.kind=Pod,involvedObject.name=${pod}`;
    const reply = await client.list({resource: EVENTS, namespace, fieldSelector, signal});
    if (!reply.ok) return false;
    const events = reply.items.map(seenEvent);
    return toldAt === undefined
      ? events.some(({reason}) => SCALES.has(reason))
      : events.some(({reason, time}) => BEGINS.has(reason) && time >= toldAt);
  } catch (error) {
    if (error instanceof GantryError) return false;
    throw error;
  }
}
