import {homedir} from 'node:os';
import {join, resolve} from 'node:path';
import type {Environment} from '../app/deps.ts';

/** `$GANTRY_HOME`, default `~/.gantry`. */
export function homeOf(env: Environment, cwd: string): string {
  const set = env['GANTRY_HOME'];
  return set === undefined || set === '' ? join(env['HOME'] || homedir(), '.gantry') : resolve(cwd, set);
}
