import type {Environment} from '../../app/deps.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {DepsOverrides} from '../session.ts';
import {usageError} from '../usage.ts';
import type {Globals} from './globals.ts';

/** What looks at a change, and no more. All others write, run programs, hand out credentials, or are about this machine. */
const COMMANDS: ReadonlySet<string> = new Set(['build', 'validate', 'preview', 'drift']);

/**
 * Whether the checkout may have been changed by a stranger: `--untrusted`, or `GANTRY_UNTRUSTED`. Nothing takes it back: a job that sets the
 * variable has said it for each command.
 * @throws GantryError 'untrusted/refused' for a command that does more than to look
 */
export function untrustedRun(
  name: string,
  {untrusted, base}: Pick<Globals, 'untrusted' | 'base'>,
  env: Environment,
): Pick<DepsOverrides, 'untrusted'> {
  if (!untrusted && !isSet(env)) {
    if (base === undefined) return {};
    throw usageError('--base is for untrusted mode.', 'Say --untrusted, too.');
  }
  if (COMMANDS.has(name)) return {untrusted: base === undefined ? {} : {base}};
  const problem = `"gantry ${name}" does more than to look at a change`;
  const hint = `Untrusted mode has ${[...COMMANDS].join(', ')}. Run it from a branch that is trusted, in a job without GANTRY_UNTRUSTED.`;
  throw new GantryError({code: 'untrusted/refused', problem, hint});
}

function isSet(env: Environment): boolean {
  const value = (env['GANTRY_UNTRUSTED'] ?? '').toLowerCase();
  if (['', '0', 'false'].includes(value)) return false;
  if (['1', 'true'].includes(value)) return true;
  throw usageError(`GANTRY_UNTRUSTED is ${value}.`, 'It is 1 or 0.');
}
