import type {SecretStoreDescriptor} from '../../../ports/secret-store-descriptor.ts';

type Declared = {readonly path: string};
type Config = Declared & {readonly kind: 'file'};

/** The secret store in a directory with one file for each secret, or in one file of `NAME=value` lines. */
export const fileDescriptor: SecretStoreDescriptor<Declared, Config> = {
  kind: 'file',
  description: 'Files in plain text.',
  example: '{path: DIR}',
  fields: {
    path: {
      type: 'path',
      required: true,
      description: 'A directory with a file for each secret, or one file of `NAME=value` lines',
    },
  },
  isNear: true,
  wants: ({path}) => [{ability: 'file', does: 'reads', path}],
  resolve: ({path}, {placeOfSecrets}) => ({kind: 'file', path: placeOfSecrets(path)}),
  open: async (config) => (await import('./file-store.ts')).fileStore(config),
};
