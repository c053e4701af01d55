import type {SecretStoreDescriptor} from '../../../ports/secret-store-descriptor.ts';
import type {SopsConfig} from './sops-store.ts';

type Declared = {readonly path: string; readonly keyFile?: string | undefined};

/** The secret store in a file, or a directory of files, that sops encrypted for age. */
export const sopsDescriptor: SecretStoreDescriptor<Declared, SopsConfig> = {
  kind: 'sops',
  description: 'Files that sops has encrypted.',
  example: '{path: FILE}',
  fields: {
    path: {
      type: 'path',
      required: true,
      description: 'A file that sops has encrypted for age, or a directory of such files',
    },
    keyFile: {
      type: 'path',
      description: 'Keys of age; default: SOPS_AGE_KEY, SOPS_AGE_KEY_FILE, or where sops keeps them',
    },
  },
  logsInWith: 'sops',
  wants: ({path, keyFile}) => [
    {ability: 'file', does: 'reads', path},
    {ability: 'file', does: `decrypts it with ${keyFile ? `the keys in ${keyFile}` : 'your age keys'}`},
  ],
  resolve: ({path, keyFile}, {place, placeOfSecrets}) => ({
    kind: 'sops',
    path: placeOfSecrets(path),
    keyFile: keyFile === undefined ? undefined : place(keyFile),
  }),
  open: async (config, {env}) => (await import('./sops-store.ts')).sopsStore(config, {env}),
};
