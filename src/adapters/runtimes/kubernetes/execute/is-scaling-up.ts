import {GantryError} from '../../../../core/failure/failure.ts';
import type {JsonObject} from '../../../../core/json.ts';
import type {Problem} from '../../../../core/readiness/problem.ts';
import {textAt} from '../../../../core/readiness/read.ts';
import {identityOf} from '../../../../core/resource/identity.ts';
import type {KubernetesClient} from '../client/client.ts';
import {EVENTS} from './workload-kinds.ts';

/** What the cluster autoscaler and Karpenter say of a pod for which they bring a node. */
const SCALES: ReadonlySet<string> = new Set(['TriggeredScaleUp', 'Nominated']);

/** Whether a node is on its way for a pod that no node takes. Asked once for a pod, when its time is over. */
export async function isScalingUp(
  {client}: {readonly client: Pick<KubernetesClient, 'list'>},
  workload: JsonObject,
  {pod = ''}: Problem,
  signal: AbortSignal,
): Promise<boolean> {
  const {namespace} = identityOf(workload);
  try {
    const fieldSelector = `involvedObject.kind=Pod,involvedObject.name=${pod}`;
    const reply = await client.list({resource: EVENTS, namespace, fieldSelector, signal});
    return reply.ok && reply.items.some((event) => SCALES.has(textAt(event, 'reason')));
  } catch (error) {
    if (error instanceof GantryError) return false;
    throw error;
  }
}
