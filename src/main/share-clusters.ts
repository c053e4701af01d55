import type {SharedBy} from '../adapters/kubernetes/runtime/client/share-client.ts';
import type {SharedClient} from '../adapters/kubernetes/runtime/client/shared-client.ts';
import type {KubernetesOptions} from '../adapters/kubernetes/runtime/cluster.ts';
import type {Deps} from '../app/deps.ts';
import type {OnEvent} from '../core/event.ts';
import type {Cluster} from '../ports/cluster.ts';
import type {ClusterAccess} from '../ports/cluster-access.ts';
import {fingerprint} from './fingerprint.ts';

/** The functions and options for sharing connections. */
export type Sharing = Pick<Deps, 'connect'> & {
  /** Opens a cluster with the shared parts. */
  readonly openCluster: (access: ClusterAccess, onEvent: OnEvent, shared: SharedClient) => Promise<Cluster>;
  /** The options of the shared requests. */
  readonly options: () => KubernetesOptions;
};

/** Opens each kubeconfig and each cluster once for several stacks. Each stack has its own client, with its own secrets and events. */
export function shareClusters(
  {connect, openCluster, options}: Sharing,
  by: SharedBy,
): ReturnType<Deps['shareClusters']> {
  const accesses = new Map<string, Promise<ClusterAccess>>();
  const clients = new Map<string, Promise<SharedClient>>();
  // Two accesses with the same data may have different credentials.
  const credentials = new Map<ClusterAccess['credential'], number>();
  return {
    connect: (source, unattended) => {
      if (unattended !== undefined) return connect(source, unattended);
      const key = fingerprint(source);
      const known = accesses.get(key);
      if (known !== undefined) return known;
      const access = connect(source);
      accesses.set(key, access);
      access.catch(() => accesses.delete(key));
      return access;
    },
    cluster: async (access, onEvent = options().onEvent) => {
      const number = credentials.get(access.credential) ?? credentials.size;
      credentials.set(access.credential, number);
      const key = `${number} ${fingerprint(access)}`;
      const shared = clients.get(key) ?? openShared(access, options(), by);
      clients.set(key, shared);
      return openCluster(access, onEvent, await shared);
    },
    [Symbol.asyncDispose]: async () => {
      for (const client of await Promise.allSettled(clients.values()))
        if (client.status === 'fulfilled') client.value.close();
    },
  };
}

async function openShared(
  access: ClusterAccess,
  {known, ...options}: KubernetesOptions,
  by: SharedBy,
): Promise<SharedClient> {
  const {shareClient} = await import('../adapters/kubernetes/runtime/client/share-client.ts');
  return shareClient(access, {...options, secrets: () => known?.() ?? []}, by);
}
