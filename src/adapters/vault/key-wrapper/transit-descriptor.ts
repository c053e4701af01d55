import type {KeyWrapperDescriptor} from '../../../ports/key-wrapper-descriptor.ts';
import {AUTH, type DeclaredServer, resolveAuth, serverWants} from '../login/vault-login-descriptor.ts';
import type {TransitConfig} from './transit-config.ts';

type Declared = DeclaredServer & {readonly key: string; readonly path?: string | undefined};

/** A key of Vault's transit engine. Vault encrypts the data key, and never reveals its own key. */
export const transitDescriptor: KeyWrapperDescriptor<Declared, TransitConfig> = {
  kind: 'vault',
  description: 'A key in the transit engine of HashiCorp Vault or OpenBao.',
  fields: {
    server: {type: 'endpoint', required: true, description: 'The address of Vault: https://vault:8200.'},
    key: {type: 'text', required: true, description: 'The name of the key.'},
    path: {type: 'text', description: 'Where the transit engine is mounted; default: transit.'},
    namespace: {type: 'text', description: 'A namespace of Vault Enterprise.'},
    caFile: {type: 'path', description: 'PEM certificates to trust besides those of the system'},
    auth: AUTH,
  },
  wants: serverWants,
  resolve: async ({server, key, path = 'transit', namespace, caFile, auth = {}}, deps) => ({
    kind: 'vault',
    server,
    key,
    path,
    namespace,
    caFile: caFile === undefined ? undefined : deps.place(caFile),
    auth: await resolveAuth(auth, deps),
  }),
  open: (config, deps) => ({
    kind: 'vault',
    recipients: [`${config.path}/${config.key} at ${config.server}`],
    wrap: async (key) => (await import('./wrap-by-transit.ts')).transitKey(config, deps).wrap(key),
    unwrap: async (wrapped) => (await import('./wrap-by-transit.ts')).transitKey(config, deps).unwrap(wrapped),
  }),
};
