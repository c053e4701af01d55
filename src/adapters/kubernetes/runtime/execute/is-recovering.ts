import {GantryError} from '../../../../core/failure/failure.ts';
import type {JsonObject} from '../../../../core/json.ts';
import {identityOf} from '../../../../core/resource/identity.ts';
import {seenEvent} from '../../../../kubernetes/readiness/event.ts';
import type {Problem} from '../../../../kubernetes/readiness/problem.ts';
import type {KubernetesClient} from '../client/client.ts';
import {EVENTS} from './workload-kinds.ts';

/** Events by which the cluster autoscaler and Karpenter announce a node for a pod. */
const SCALES: ReadonlySet<string> = new Set(['TriggeredScaleUp', 'Nominated']);
/** Events of a node when the volumes and the network of a pod are ready. */
const BEGINS: ReadonlySet<string> = new Set(['Pulling', 'Pulled', 'Created', 'Started']);

/**
 * Reports whether the pod itself shows, besides its warnings, that its problem is ending or has ended: a node is being
 * added, or the condition of a warning is over and the image has been pulled since. Checked once, when the grace of a
 * problem is over.
 */
export async function isRecovering(
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
