import type {Resource} from '../core/resource/resource.ts';
import type {Cluster} from '../ports/cluster.ts';
import type {Runtime} from '../ports/runtime.ts';
import type {RuntimeNeeds} from '../ports/runtime-needs.ts';
import type {RuntimeRegistry} from '../ports/runtime-registry.ts';

/** The open runtimes of a run, by resource type. */
export type Runtimes = ReadonlyMap<Resource['type'], Runtime>;

/** Opens every registered runtime for one cluster. */
export async function openRuntimes(
  registry: RuntimeRegistry,
  cluster: Cluster,
  needs: RuntimeNeeds,
): Promise<Runtimes> {
  const opened = await Promise.all(Object.values(registry).map((open) => open(cluster, needs)));
  return new Map(opened.map((runtime) => [runtime.type, runtime]));
}

/** Closes the runtimes, and then the cluster with its connection. */
export async function closeRuntimes(runtimes: Runtimes, cluster: Pick<Cluster, 'close'>): Promise<void> {
  await Promise.all([...runtimes.values()].map((runtime) => runtime.close()));
  await cluster.close();
}
