import {GantryError} from '../../../core/failure/failure.ts';
import {Secret} from '../../../core/secret/secret.ts';
import type {KubeconfigSource} from '../../../core/workspace/kubeconfig-source.ts';
import type {SecretObjects} from '../../../ports/secret-objects.ts';
import type {NamedSecret, SecretReading, SecretStore} from '../../../ports/secret-store.ts';

/** A workspace's secret store that reads Secrets of its cluster. */
export type KubernetesConfig = {
  readonly kind: 'kubernetes';
  readonly namespace: string;
  readonly kubeconfig: KubeconfigSource;
};

const NAME = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/;

/** Opens the Secrets of one namespace: `ref://SECRET/KEY`. An unreachable cluster is reported as that, not as a missing secret. */
export function kubernetesStore(
  {namespace, kubeconfig}: KubernetesConfig,
  open: () => Promise<SecretObjects>,
): SecretStore {
  let opened: Promise<SecretObjects> | undefined;
  return {
    name: `kubernetes (namespace ${namespace} of the cluster of ${kubeconfig.workspace})`,
    first: 'property',
    fetch: async (secret) => {
      const bad = badName(secret, namespace);
      if (bad !== undefined) return bad;
      const objects = await (opened ??= open());
      return fetch(objects, secret.name.join('/'));
    },
  };
}

function badName({name, version}: NamedSecret, namespace: string): SecretReading | undefined {
  if (version !== undefined) return {because: 'Secrets of a cluster have no versions', hint: 'Leave out ?version=.'};
  const [first = '', ...deeper] = name;
  if (deeper.length === 0 && NAME.test(first)) return undefined;
  const because = `no Secret in the namespace ${namespace} can be named ${name.join('/')}`;
  return {because, hint: 'In this store write ref://SECRET/KEY.', absent: true};
}

async function fetch(objects: SecretObjects, name: string): Promise<SecretReading> {
  const what = `${name} in the namespace ${objects.namespace}`;
  try {
    const object = await objects.get(name);
    if (object === undefined) return {because: `Secret ${what} not found`, absent: true};
    return {fields: new Map(Object.entries(object.data).map(([key, bytes]) => [key, new Secret(bytes)] as const))};
  } catch (error) {
    if (!(error instanceof GantryError) || error.failure.code !== 'permission/denied') throw error;
    const {action, detail} = error.failure;
    return {because: `the cluster ${objects.server} denies the permission to ${action}: ${detail}`, fault: 'denied'};
  }
}
