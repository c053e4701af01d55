import {join} from 'node:path';
import {z} from 'zod';
import {isError} from '../core/diagnostic/diagnostic.ts';
import {GantryError} from '../core/failure/failure.ts';
import {Backend, BackendOrName} from './backend.ts';
import {hideCredentials} from './hide-credentials.ts';
import {Name} from './names.ts';
import {parseDocument} from './parse-document.ts';
import {probeFile} from './probe-file.ts';
import {readText} from './read-text.ts';

/** `$GANTRY_HOME/config.yaml`: what one person wants wherever they run Gantry. */
export const UserConfig = z
  .strictObject({
    backend: BackendOrName.optional().meta({
      description: 'Used where no project names one: one of `backends` by its name, or a backend.',
    }),
    backends: z.record(Name, Backend).nullish().meta({description: 'Backends by a name of your own.'}),
  })
  .meta({
    title: 'config.yaml of $GANTRY_HOME',
    description: 'Your own configuration, for every project on this machine.',
  });
/** A checked config.yaml of the user. */
export type UserConfig = z.infer<typeof UserConfig>;

/** Returns the path of the user's configuration in `$GANTRY_HOME`. */
export const userConfigFile = (home: string): string => join(home, 'config.yaml');

/** @throws GantryError `input/invalid` with every problem of the file. */
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
