import {GantryError} from '../../../../core/failure/failure.ts';
import type {JsonObject} from '../../../../core/json.ts';
import {type Current, currentPods, isTerminating, newestFirst} from '../../../../kubernetes/readiness/current-pods.ts';
import type {KubernetesClient} from '../client/client.ts';
import type {ListRequest} from '../client/objects.ts';
import {isDeployment, isPod, PODS, podSelectorOf, REPLICA_SETS} from './workload-kinds.ts';

/** The limits of the requests for the cause of a failure, which must not take long. */
export const PATIENCE = {timeoutMs: 5_000, retry: {attempts: 1}};

/** The options for reading pods once. */
export type AskedCluster = {
  readonly client: Pick<KubernetesClient, 'list'>;
  readonly signal: AbortSignal;
  readonly namespace: string | undefined;
};

/** The pods of a workload, and those of its newest template; these are absent if they cannot be determined. */
export type ReadPods = {
  readonly workload: JsonObject;
  readonly all: readonly JsonObject[];
  readonly current?: Current | undefined;
};

/** Reads the pods of a workload once. A user without permission to list them gets none. */
export async function readPods(asked: AskedCluster, workload: JsonObject): Promise<ReadPods> {
  if (isPod(workload)) return {workload, all: [workload], current: {maker: workload, pods: [workload]}};
  const labelSelector = podSelectorOf(workload);
  if (labelSelector === undefined) return {workload, all: []};
  const [all, replicaSets] = await Promise.all([
    read(asked, {resource: PODS, labelSelector}),
    isDeployment(workload) ? read(asked, {resource: REPLICA_SETS, labelSelector}) : undefined,
  ]);
  const pods = all ?? [];
  const current = all === undefined ? undefined : currentPods({workload, replicaSets, pods});
  return {workload, all: pods, current};
}

/** Returns the pods of the newest template, newest first, or all pods if the template cannot be determined. */
export function shownPods({workload, all, current}: ReadPods): Current {
  if (current !== undefined && current.pods.length > 0) return current;
  return {maker: current?.maker ?? workload, pods: all.filter((pod) => !isTerminating(pod)).toSorted(newestFirst)};
}

/** Reads a list; returns undefined if it is forbidden or cannot be read. */
export async function read(
  {client, signal, namespace}: AskedCluster,
  what: Pick<ListRequest, 'resource' | 'labelSelector' | 'fieldSelector'>,
): Promise<readonly JsonObject[] | undefined> {
  const reply = await unlessLost(signal, () => client.list({...what, namespace, signal, ...PATIENCE}));
  return reply?.ok === true ? reply.items : undefined;
}

/** Sends a request; returns undefined if the server does not answer. */
export async function unlessLost<T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof GantryError || signal.aborted) return undefined;
    throw error;
  }
}
