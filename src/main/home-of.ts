import {homedir} from 'node:os';
import {join, resolve} from 'node:path';
import type {Environment} from '../app/deps.ts';
import {refuseForeignHome, refuseTrackedHome} from '../config/refuse-foreign.ts';

/** `$GANTRY_HOME`, default `~/.gantry`. */
export function homeOf(env: Environment, cwd: string): string {
  const set = env['GANTRY_HOME'];
  return set === undefined || set === '' ? join(env['HOME'] || homedir(), '.gantry') : resolve(cwd, set);
}

/**
 * The same, where it is the user's alone.
 * @throws GantryError 'input/usage' where others could write it
 */
export function ownHome(env: Environment, cwd: string): string {
  const home = homeOf(env, cwd);
  refuseForeignHome(home);
  // The one that is usual lies in no checkout; whoever keeps it in a repository of their own wrote it.
  if (env['GANTRY_HOME']) refuseTrackedHome(home);
  return home;
}
