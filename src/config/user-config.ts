import {join} from 'node:path';
import {z} from 'zod';
import {isError} from '../core/diagnostic/diagnostic.ts';
import {GantryError} from '../core/failure/failure.ts';
import {Backend, BackendOrName} from './backend.ts';
import {RepositorySettings} from './chart/chart-repositories.ts';
import {hideCredentials} from './hide-credentials.ts';
import {Name} from './names.ts';
import {Notify} from './notify.ts';
import {parseDocument} from './parse-document.ts';
import {probeFile} from './probe-file.ts';
import {readText} from './read-text.ts';
import {SecretStore, SecretStores} from './secret-store.ts';

/** The schema of `$GANTRY_HOME/config.yaml`, the user's own configuration for all projects. */
export const UserConfig = z
  .strictObject({
    backend: BackendOrName.optional().meta({
      description: 'The default backend, for projects without one: a name from `backends`, or a backend.',
    }),
    backends: z.record(Name, Backend).nullish().meta({description: 'Named backends.'}),
    charts: RepositorySettings,
    notify: Notify,
    secretStore: SecretStore.meta({
      description: 'The secret store that `ref://…` in `notify` is read from. Default: environment variables.',
    }),
    secretStores: SecretStores,
  })
  .meta({
    title: 'config.yaml of $GANTRY_HOME',
    description: 'Your own configuration, for every project on this machine.',
  });
/** A checked config.yaml of the user. */
export type UserConfig = z.infer<typeof UserConfig>;

/** Returns the path of the user's configuration in `$GANTRY_HOME`. */
export const userConfigFile = (home: string): string => join(home, 'config.yaml');

/** Reads the user's configuration. @throws GantryError `input/invalid` with every problem of the file */
export async function readUserConfig(home: string): Promise<UserConfig> {
  const path = userConfigFile(home);
  if ((await probeFile(path)) === 'missing') return {};
  const {file, text, diagnostics: unread} = readText(path);
  const {value, diagnostics} = parseDocument(UserConfig, text ?? '', file);
  const problems = [...unread, ...diagnostics.map(hideCredentials)];
  if (value === undefined || problems.some(isError))
    throw new GantryError({code: 'input/invalid', diagnostics: problems});
  return value;
}
