import type {Command} from 'commander';
import type {runCommand} from '../../../app/programs/run-command.ts';
import {backendRequest} from '../../flags/globals.ts';
import type {OpenSession} from '../../session.ts';
import {announce, refuseForms} from './refuse-forms.ts';

const runLazily: typeof runCommand = async (request, deps) =>
  (await import('../../../app/programs/run-command.ts')).runCommand(request, deps);

const EXIT_CODES = `
KUBECONFIG names a temporary file, which exists while the command runs. The exit code is that of the command;
127: the command is not found, 126: the command cannot be executed, 128+N: signal N ended the command.`;

/** Defines `gantry exec -- CMD…`. Its streams belong to the command: Gantry prints nothing to stdout. */
export const defineExec = (command: Command, open: OpenSession, run = runLazily): Command =>
  command
    .argument('<command...>', 'a program and its arguments; all flags after the program belong to it')
    .addHelpText('after', EXIT_CODES)
    .action(async ([first = '', ...args]: readonly string[]) => {
      const session = await open();
      refuseForms(session, 'the output of "gantry exec" is that of its command');
      const request = {...backendRequest(session.globals), command: [first, ...args] as const};
      session.end(await run({...request, command: [first, ...args], onStart: announce(session)}, session.deps));
    });
