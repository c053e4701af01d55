import {homedir} from 'node:os';
import {join} from 'node:path';
import type {BackendDescriptor} from '../../../ports/backend-descriptor.ts';

/** The backend as written. `path`: a directory other than `$GANTRY_HOME`. */
type Declared = {readonly kind: 'local'; readonly path?: string | undefined};

type Config = {readonly kind: 'local'; readonly directory: string};

/** The backend in a directory of this machine. */
export const localDescriptor: BackendDescriptor<Declared, Config> = {
  kind: 'local',
  description: 'A directory of this machine.',
  address: {
    scheme: 'local',
    isWord: true,
    example: 'local',
    forms: ['local', 'local:DIR'],
    place: ['path'],
    read: (path) => (path === '' ? {problem: '`local:` must be followed by a directory'} : {path}),
    show: ({path}) => path ?? '',
  },
  fields: {path: {type: 'text', description: 'Default: $GANTRY_HOME.'}},
  contacts: 'nothing',
  accessTrial: {by: 'document'},
  resolve: ({path}, deps) => ({kind: 'local', directory: deps.directory(path)}),
  open: async ({directory}) => {
    const {localBackend} = await import('./local-backend.ts');
    return localBackend({directory, label: directory === join(homedir(), '.gantry') ? '~/.gantry' : directory});
  },
};
