import {join} from 'node:path';
import type {JsonObject} from '../../../core/json.ts';
import {canonicalJson} from '../../../lib/canonical-json.ts';
import {childVariables} from '../child-variables.ts';
import {findTerraform} from '../find-terraform.ts';
import {initialize} from '../initialize.ts';
import {lockedProviders} from '../locked-providers.ts';
import {requiredIn} from '../module-text.ts';
import {privatePlace} from '../private-place.ts';
import type {Place} from '../program.ts';
import {STATE} from '../run-files.ts';
import type {TerraformOptions} from '../session.ts';
import {providersIn} from './state-providers.ts';

/** The parts of a run that commands on a state need. */
export type ToolOptions = Pick<TerraformOptions, 'env' | 'home' | 'directory' | 'exclusively' | 'learn' | 'clean'>;

/** A state, and what is known of the versions of its providers. */
export type GivenState = {
  readonly state: JsonObject;
  readonly lock?: string | undefined;
  readonly signal: AbortSignal;
};

/** A state in a private directory, whose providers are initialized. */
export type OpenState = Place & {
  /** The dependency lock file; empty without a provider. */
  readonly lock: string;
};

/**
 * Copies a state into a private directory in memory, initializes its providers, and uses it. No provider is configured, and none gets a key.
 * @throws GantryError terraform/unusable, terraform/failed
 */
export async function withState<T>(
  {env, home, clean, directory: open, exclusively}: ToolOptions,
  {state, lock, signal}: GivenState,
  use: (opened: OpenState) => Promise<T>,
): Promise<T> {
  const child = childVariables(env);
  const program = await findTerraform(env, child);
  const directory = await open(await privatePlace(env, home));
  try {
    const providers = providersIn(state, lock);
    await directory.write(STATE, canonicalJson(state));
    await directory.write('main.tf.json', canonicalJson({terraform: {required_providers: requiredIn(providers)}}));
    const data = join(directory.path, '.terraform');
    const place = {path: program.path, directory: directory.path, env: {...child, TF_DATA_DIR: data}, clean};
    if (providers.length === 0) return await use({...place, lock: ''});
    const ready = await initialize({
      providers,
      locked: lockedProviders(providers, {lock: undefined, last: lock}),
      program,
      directory,
      env: child,
      options: {home, exclusively, clean},
      about: {idAt: () => undefined, origins: new Map(), clean},
      signal,
    });
    return await use({...place, env: {...place.env, TF_DATA_DIR: ready.data}, lock: ready.lock});
  } finally {
    await directory.remove();
  }
}
