import type {SecretStoreDescriptor} from '../../../ports/secret-store-descriptor.ts';
import {AUTH, type Auth, resolveAuth, serverWants} from '../login/vault-login-descriptor.ts';
import type {VaultConfig} from './vault-config.ts';

type Declared = {
  readonly server: string;
  readonly path?: string | undefined;
  readonly version?: 'v1' | 'v2' | undefined;
  readonly namespace?: string | undefined;
  readonly caFile?: string | undefined;
  readonly auth?: Auth | undefined;
};

/** The secret store in the KV engine of HashiCorp Vault or OpenBao. */
export const vaultDescriptor: SecretStoreDescriptor<Declared, VaultConfig> = {
  kind: 'vault',
  description: 'The KV engine of HashiCorp Vault or OpenBao.',
  example: '{server: https://HOST:8200}',
  fields: {
    server: {type: 'endpoint', required: true, description: 'The address of Vault: https://vault:8200.'},
    path: {type: 'text', description: 'Where the KV engine is mounted; default: secret.'},
    version: {type: 'choice', of: ['v1', 'v2'], description: 'The version of the KV engine; default: v2.'},
    namespace: {type: 'text', description: 'A namespace of Vault Enterprise.'},
    caFile: {type: 'path', description: 'PEM certificates to trust besides those of the system'},
    auth: AUTH,
  },
  logsInWith: 'vault',
  wants: serverWants,
  resolve: async ({server, path = 'secret', version = 'v2', namespace, caFile, auth = {}}, deps) => ({
    kind: 'vault',
    server,
    path,
    version,
    namespace,
    caFile: caFile === undefined ? undefined : deps.place(caFile),
    auth: await resolveAuth(auth, deps),
  }),
  open: async (config, deps) => (await import('./vault-store.ts')).vaultStore(config, deps),
};
