import type {Deps} from '../app/deps.ts';
import type {SecretStoreConfig} from '../core/secret/store-config.ts';
import type {ChildEnvironment} from '../core/workspace/child-environment.ts';
import {httpsRequest} from '../lib/https-request.ts';
import {unreachable} from '../lib/unreachable.ts';
import type {SecretStore} from '../ports/secret-store.ts';
import {learningStore} from './learning.ts';

/** Each with its own library, which is loaded when the first secret is asked for. */
export async function openSecretStore(
  config: SecretStoreConfig,
  surroundings: StoreSurroundings,
  deps: Deps,
): Promise<SecretStore> {
  return learningStore(await open(config, surroundings, deps), deps.learned);
}

type StoreSurroundings = {
  readonly environment: ChildEnvironment;
  /** The name of its server may not lead to a metadata address. */
  readonly besideMetadata: boolean;
};

const httpBesideMetadata: typeof httpsRequest = (request) => httpsRequest({...request, besideMetadata: true});

async function open(
  config: SecretStoreConfig,
  {environment, besideMetadata}: StoreSurroundings,
  {env: own, signal, connect, secretObjects}: Deps,
): Promise<SecretStore> {
  const {storeEnvironment} = await import('../adapters/local/secret-store/store-environment.ts');
  const http = besideMetadata ? {http: httpBesideMetadata} : {};
  const doors = {env: storeEnvironment(own, environment), signal, ...http};
  switch (config.kind) {
    case 'env':
      return (await import('../adapters/local/secret-store/env-store.ts')).envStore({...config, env: own});
    case 'file':
      return (await import('../adapters/local/secret-store/file-store.ts')).fileStore(config);
    case 'sops':
      return (await import('../adapters/sops/secret-store/sops-store.ts')).sopsStore(config, doors);
    case 'exec':
      return (await import('../adapters/local/secret-store/exec-store.ts')).execStore(config, doors);
    case 'kubernetes': {
      const {kubernetesStore} = await import('../adapters/kubernetes/secret-store/kubernetes-store.ts');
      const {namespace, kubeconfig} = config;
      return kubernetesStore(config, async () => secretObjects(await connect(kubeconfig), namespace));
    }
    case 'aws':
      return (await import('../adapters/aws/secret-store/aws-store.ts')).awsStore(config, {...doors, besideMetadata});
    case 'vault':
      return (await import('../adapters/vault/secret-store/vault-store.ts')).vaultStore(config, doors);
    case 'azure':
      return (await import('../adapters/azure/secret-store/azure-store.ts')).azureStore(config, doors);
    case 'gcp':
      return (await import('../adapters/gcp/secret-store/gcp-store.ts')).gcpStore(config, doors);
    case 'alicloud':
      return (await import('../adapters/alicloud/secret-store/alicloud-store.ts')).alicloudStore(config, {
        ...doors,
        besideMetadata,
      });
    default:
      return unreachable(config);
  }
}
