import type {SharedBy} from '../adapters/kubernetes/runtime/client/share-client.ts';
import type {SharedClient} from '../adapters/kubernetes/runtime/client/shared-client.ts';
import type {KubernetesOptions} from '../adapters/kubernetes/runtime/cluster.ts';
import type {Deps} from '../app/deps.ts';
import type {OnEvent} from '../core/event.ts';
import type {KubeconfigSource} from '../core/workspace/kubeconfig-source.ts';
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

/**
 * Opens each kubeconfig and each cluster once for several stacks. Workspaces with the same kubeconfig and user share what is read from the
 * cluster. Each stack has its own client, with its own secrets and events.
 */
export function shareClusters(
  {connect, openCluster, options}: Sharing,
  {lineages}: Parameters<Deps['shareClusters']>[0],
): ReturnType<Deps['shareClusters']> {
  const accesses = new Map<string, Promise<ClusterAccess>>();
  const clients = new Map<
    string,
    {readonly credential: ClusterAccess['credential']; readonly opened: Promise<SharedClient>}
  >();
  // Two accesses with the same data may have different credentials.
  const users = new Map<ClusterAccess['credential'], string>();
  return {
    connect: (source, unattended) => {
      if (unattended !== undefined) return connect(source, unattended);
      const key = fingerprint(source);
      const known = accesses.get(key);
      if (known !== undefined) return known;
      const access = connect(source);
      accesses.set(key, access);
      access.then(
        ({credential}) => users.set(credential, userOf(source)),
        () => accesses.delete(key),
      );
      return access;
    },
    cluster: async (access, onEvent = options().onEvent) => {
      const user = users.get(access.credential) ?? `${users.size}`;
      users.set(access.credential, user);
      const key = `${user} ${fingerprint(access)}`;
      const by = lineages && {lineages: () => lineages((source) => userOf(source) === user)};
      const shared = clients.get(key) ?? {
        credential: access.credential,
        opened: openShared(access, options(), by ?? {}),
      };
      clients.set(key, shared);
      // The shared requests use the credential of another workspace. This request reports an error in the workspace's own credential.
      if (shared.credential !== access.credential) await access.credential();
      return openCluster(access, onEvent, await shared.opened);
    },
    [Symbol.asyncDispose]: async () => {
      for (const client of await Promise.allSettled([...clients.values()].map(({opened}) => opened)))
        if (client.status === 'fulfilled') client.value.close();
    },
  };
}

/** Returns a key for the kubeconfig and the user of a source. Workspaces with the same key share requests. */
const userOf = ({workspace: _, field: _field, file: _file, pins: _pins, ...source}: KubeconfigSource): string =>
  fingerprint(source);

async function openShared(
  access: ClusterAccess,
  {known, ...options}: KubernetesOptions,
  by: SharedBy,
): Promise<SharedClient> {
  const {shareClient} = await import('../adapters/kubernetes/runtime/client/share-client.ts');
  return shareClient(access, {...options, secrets: () => known?.() ?? []}, by);
}
