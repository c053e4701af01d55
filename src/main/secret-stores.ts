import type {Deps} from '../app/deps.ts';
import type {ChildEnvironment} from '../core/workspace/child-environment.ts';
import {httpsBesideMetadata} from '../lib/https-beside-metadata.ts';
import {httpsRequest} from '../lib/https-request.ts';
import type {SecretStore} from '../ports/secret-store.ts';
import {type SecretStoreConfig, secretStoreOf} from '../registry/secret-stores.ts';
import {redactingStore} from './redacting.ts';

/** Opens a secret store. Its library is loaded with the first secret. */
export async function openSecretStore(
  config: SecretStoreConfig,
  {environment, besideMetadata}: StoreSurroundings,
  {env, signal, connect, secretObjects, redactor}: Deps,
): Promise<SecretStore> {
  const {storeEnvironment} = await import('../adapters/local/secret-store/store-environment.ts');
  const store = await secretStoreOf(config).open(config, {
    env: storeEnvironment(env, environment),
    ownEnv: env,
    signal,
    besideMetadata,
    http: besideMetadata ? httpsBesideMetadata : httpsRequest,
    secretObjects: async (kubeconfig, namespace) => secretObjects(await connect(kubeconfig), namespace),
  });
  return redactingStore(store, redactor);
}

type StoreSurroundings = {
  readonly environment: ChildEnvironment;
  /** True if the name of its server must not resolve to a metadata address. */
  readonly besideMetadata: boolean;
};
