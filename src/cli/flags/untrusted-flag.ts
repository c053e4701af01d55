import type {Environment} from '../../app/deps.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {DepsOverrides} from '../session.ts';
import {usageError} from '../usage.ts';
import type {Globals} from './globals.ts';

/** The commands that only look at a change. All others write, run programs, return credentials, or concern this machine. */
const COMMANDS: ReadonlySet<string> = new Set(['build', 'validate', 'preview', 'drift']);

/**
 * Returns the settings of untrusted mode, from `--untrusted` or `GANTRY_UNTRUSTED`. No flag switches it off: a job that sets the
 * variable sets it for each command.
 * @throws GantryError 'untrusted/refused' for a command that does more than look at a change
 */
export function untrustedRun(
  name: string,
  {untrusted, base}: Pick<Globals, 'untrusted' | 'base'>,
  env: Environment,
): Pick<DepsOverrides, 'untrusted'> {
  if (!untrusted && !isSet(env)) {
    if (base === undefined) return {};
    throw usageError('--base works in untrusted mode only.', 'Add --untrusted.');
  }
  if (COMMANDS.has(name)) return {untrusted: base === undefined ? {} : {base}};
  const problem = `"gantry ${name}" does more than look at a change`;
  const hint = `Untrusted mode supports ${[...COMMANDS].join(', ')}. Run other commands from a trusted branch, in a job without GANTRY_UNTRUSTED.`;
  throw new GantryError({code: 'untrusted/refused', problem, hint});
}

function isSet(env: Environment): boolean {
  const value = (env['GANTRY_UNTRUSTED'] ?? '').toLowerCase();
  if (['', '0', 'false'].includes(value)) return false;
  if (['1', 'true'].includes(value)) return true;
  throw usageError(`GANTRY_UNTRUSTED is ${value}.`, 'Set it to 1 or 0.');
}
