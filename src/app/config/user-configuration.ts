import {showBackend} from '../../config/backend/show-backend.ts';
import {declaredBackend} from '../../config/backend.ts';
import {changeUserConfig} from '../../config/change-user-config.ts';
import {getKey, parseConfigKey, setKey, unsetKey} from '../../config/edit-user-config.ts';
import {readUserConfig, type UserConfig, userConfigFile} from '../../config/user-config.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {type BackendRequest, type ChosenBackend, chooseBackend, declaredByUser} from '../backend/choose-backend.ts';
import type {Deps} from '../deps.ts';

type ConfigDeps = Pick<Deps, 'cwd' | 'env' | 'home'>;

/** The answer of `gantry config list`. */
export type Configuration = {
  readonly formatVersion: 1;
  readonly file: string;
  /** The configuration as written in the file. */
  readonly config: UserConfig;
  /** The backend that a run in this directory would use, and its source. */
  readonly backend: {readonly shown: string; readonly from: ChosenBackend['from']};
};

/** `key`: `backend` or `backends.NAME`. */
export type ConfigRequest = {readonly key: string};

/** The answer of `gantry config get`. */
export type ConfigValue = {
  readonly formatVersion: 1;
  readonly key: string;
  readonly value: NonNullable<UserConfig['backend']>;
};

/** The answer of `gantry config set` and `unset`; `changed` is false if the file already had this content. */
export type ConfigChange = {
  readonly formatVersion: 1;
  readonly key: string;
  readonly file: string;
  readonly changed: boolean;
};

/** Returns the whole configuration, and the backend that results from it here. */
export async function listConfig(request: BackendRequest, deps: ConfigDeps): Promise<Configuration> {
  const config = await readUserConfig(deps.home);
  const {declared, from} = await chooseBackend(request, deps);
  return {
    formatVersion: 1,
    file: userConfigFile(deps.home),
    config,
    backend: {shown: showBackend(declared), from},
  };
}

/**
 * Returns the value of a key.
 * @throws GantryError 'input/usage' for a key that is unknown or not set
 */
export async function getConfig({key}: ConfigRequest, {home}: ConfigDeps): Promise<ConfigValue> {
  const value = getKey(await readUserConfig(home), parseConfigKey(key));
  if (value !== undefined) return {formatVersion: 1, key, value};
  throw new GantryError({code: 'input/usage', message: `${key} is not set in ${userConfigFile(home)}`});
}

/**
 * Sets a key.
 * @throws GantryError for an invalid key or value; nothing is written then
 */
export async function setConfig(
  {key, value}: ConfigRequest & {readonly value: string},
  {home}: ConfigDeps,
): Promise<ConfigChange> {
  const parsed = parseConfigKey(key);
  return change(key, home, (config) => {
    const next = setKey(config, parsed, value);
    // An invalid name must fail now, not in the next run.
    declaredByUser(next, home);
    return next;
  });
}

/**
 * Removes a key.
 * @throws GantryError 'input/usage' for an unknown key, or for a backend that is in use
 */
export async function unsetConfig({key}: ConfigRequest, {home}: ConfigDeps): Promise<ConfigChange> {
  const parsed = parseConfigKey(key);
  return change(key, home, (config) => {
    if (parsed.root === 'backends' && config.backend === parsed.name)
      throw new GantryError({
        code: 'input/usage',
        message: `${key} is in use: "backend" names it`,
        hint: 'Set or unset "backend" first.',
      });
    return unsetKey(config, parsed);
  });
}

async function change(key: string, home: string, edit: (config: UserConfig) => UserConfig): Promise<ConfigChange> {
  const before = await readUserConfig(home);
  const changed = JSON.stringify(edit(before)) !== JSON.stringify(before);
  if (changed) await changeUserConfig(home, edit);
  return {formatVersion: 1, key, file: userConfigFile(home), changed};
}

/** Returns a configured backend in one line. */
export const shownBackend = (written: NonNullable<UserConfig['backend']>): string =>
  typeof written === 'string' ? written : showBackend(declaredBackend(written));
