import {GantryError} from '../core/failure/failure.ts';
import type {Json} from '../core/json.ts';
import {readUserConfig, type UserConfig, userConfigFile} from './user-config.ts';
import {writeWhole} from './write-whole.ts';
import {writeYaml} from './yaml/write-yaml.ts';

/** Rewrites the user's configuration file. Comments are lost. A file without values becomes an empty mapping. */
export async function changeUserConfig(home: string, change: (config: UserConfig) => UserConfig): Promise<UserConfig> {
  const config = change(await readUserConfig(home));
  try {
    await writeWhole(userConfigFile(home), writeYaml(JSON.parse(JSON.stringify(config)) as Json));
  } catch (error) {
    const detail = `${userConfigFile(home)}: ${(error as Error).message}`;
    throw new GantryError({code: 'backend/io', detail}, {cause: error});
  }
  return config;
}
