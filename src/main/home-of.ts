import {homedir} from 'node:os';
import {join, resolve} from 'node:path';
import type {Environment} from '../app/deps.ts';
import {refuseForeignHome, refuseTrackedHome} from '../config/refuse-foreign.ts';

/** Returns `$GANTRY_HOME`, by default `~/.gantry`. */
export function homeOf(env: Environment, cwd: string): string {
  const set = env['GANTRY_HOME'];
  return set === undefined || set === '' ? join(env['HOME'] || homedir(), '.gantry') : resolve(cwd, set);
}

/**
 * Returns the home directory after a check that only the user can write it.
 * @throws GantryError 'input/usage' if others can write it
 */
export function ownHome(env: Environment, cwd: string): string {
  const home = homeOf(env, cwd);
  refuseForeignHome(home);
  // The default home is not in a checkout, and a repository at `~` belongs to the user.
  if (env['GANTRY_HOME']) refuseTrackedHome(home);
  return home;
}
