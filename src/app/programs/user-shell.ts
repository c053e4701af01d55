import {GantryError} from '../../core/failure/failure.ts';
import {OWN} from '../../core/programs/own-environment.ts';
import type {Deps} from '../deps.ts';

/**
 * Returns the program of the shell.
 * @throws GantryError if no shell can be opened
 */
export function userShell({env, interactive}: Deps): string {
  const outer = env[OWN.shell];
  if (outer !== undefined && outer !== '')
    throw usage(
      `this is already a shell of the workspace ${outer}`,
      'Exit this shell first, or run one command: gantry exec -w WORKSPACE -- COMMAND.',
    );
  if (!interactive)
    throw usage(
      'a shell requires a terminal, but there is none',
      'In a script or a pipeline, run: gantry exec -- COMMAND.',
    );
  const shell = env['SHELL'] ?? '';
  if (shell !== '') return shell;
  throw usage('SHELL is not set, so your shell is unknown', 'Set it: SHELL=/bin/bash gantry shell.');
}

const usage = (message: string, hint: string): GantryError => new GantryError({code: 'input/usage', message, hint});
