import {GantryError} from '../../../../../core/failure/failure.ts';
import type {JsonObject} from '../../../../../core/json.ts';
import {textAt} from '../../../../../kubernetes/readiness/read.ts';
import {compareNaturally} from '../../../../../lib/compare-naturally.ts';
import type {KubernetesClient} from '../../client/client.ts';
import {PODS, podSelectorOf} from '../../execute/workload-kinds.ts';
import {unreadable} from '../../plan/unreadable.ts';
import type {OwnerOf, Root} from './owners.ts';

/** A pod of a resource of the stack. */
export type OwnedPod = {
  readonly id: string;
  readonly pod: JsonObject;
  readonly namespace: string;
  readonly name: string;
};

/** A search for pods: those that one workload selects, or a whole namespace if there are several workloads. */
export type PodSearch = {readonly namespace: string; readonly labelSelector?: string};

/** Returns one search for each namespace. */
export function podSearches(roots: readonly Root[]): readonly PodSearch[] {
  const byNamespace = Map.groupBy(roots, ({live}) => textAt(live, 'metadata', 'namespace'));
  return [...byNamespace].map(([namespace, within]) => {
    const [only, ...others] = within;
    const labelSelector = only === undefined || others.length > 0 ? undefined : podSelectorOf(only.live);
    return labelSelector === undefined ? {namespace} : {namespace, labelSelector};
  });
}

/**
 * Lists the pods of the searches.
 * @throws GantryError permission/denied, because without the pods there are no logs
 */
export async function listPods(
  client: Pick<KubernetesClient, 'list' | 'server'>,
  searches: readonly PodSearch[],
  signal: AbortSignal,
): Promise<readonly JsonObject[]> {
  const lists = await Promise.all(
    searches.map(async (search) => {
      const reply = await client.list({resource: PODS, ...search, signal});
      if (!reply.ok) throw unreadable(client.server, PODS, reply.refusal);
      return reply.items;
    }),
  );
  return lists.flat();
}

/** Returns the pods that belong to the stack, sorted by name. */
export async function ownedPods(pods: readonly JsonObject[], ownerOf: OwnerOf): Promise<readonly OwnedPod[]> {
  const owned = await Promise.all(
    pods.map(async (pod) => {
      const id = await ownerOf(pod);
      const [namespace, name] = [textAt(pod, 'metadata', 'namespace'), textAt(pod, 'metadata', 'name')];
      return id === undefined ? [] : [{id, pod, namespace, name}];
    }),
  );
  return owned.flat().toSorted((a, b) => compareNaturally(a.name, b.name));
}

/** The error of a user without permission to read logs; `detail` is the server's reason. */
export const deniedLogs = (server: string, namespace: string, detail: string): GantryError =>
  new GantryError({
    code: 'permission/denied',
    server,
    action: `read the logs of pods (get pods/log) in namespace ${namespace}`,
    detail,
  });
