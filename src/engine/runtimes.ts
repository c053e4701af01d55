import type {Resource} from '../core/resource/resource.ts';
import type {Cluster} from '../ports/cluster.ts';
import type {Runtime} from '../ports/runtime.ts';
import type {RuntimeNeeds} from '../ports/runtime-needs.ts';
import type {RuntimeRegistry} from '../ports/runtime-registry.ts';

/** The open runtimes of a run, by resource type. */
export type Runtimes = ReadonlyMap<Resource['type'], Runtime>;

/** Opens every registered runtime for one cluster; without one, those that need none. */
export async function openRuntimes(
  registry: RuntimeRegistry,
  cluster: Cluster | undefined,
  needs: RuntimeNeeds,
): Promise<Runtimes> {
  const inCluster = cluster === undefined ? undefined : registry.Kubernetes?.(cluster, needs);
  const all = await Promise.all([inCluster, registry.Terraform?.(cluster, needs)]);
  const opened = all.filter((runtime) => runtime !== undefined);
  return new Map(opened.map((runtime) => [runtime.type, runtime]));
}

/** Closes the runtimes, and then the cluster with its connection. */
export async function closeRuntimes(runtimes: Runtimes, cluster: Pick<Cluster, 'close'> | undefined): Promise<void> {
  await Promise.all([...runtimes.values()].map((runtime) => runtime.close()));
  await cluster?.close();
}
