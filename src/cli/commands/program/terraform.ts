import type {Command} from 'commander';
import type {runTerraform} from '../../../app/programs/run-terraform.ts';
import type {OpenSession} from '../../session.ts';
import {refuseForms} from './refuse-forms.ts';

const runLazily: typeof runTerraform = async (request, deps) =>
  (await import('../../../app/programs/run-terraform.ts')).runTerraform(request, deps);

const ABOUT = `
The command gets a copy of the state in a private directory, and no keys of providers. Commands that write are
refused. Secrets of the state are replaced by *** in the output. The exit code is that of the command.`;

/** Defines `gantry terraform -- ARGS`: runs a command of terraform or tofu that reads the state of a stack. */
export const defineTerraform = (command: Command, open: OpenSession, run = runLazily): Command =>
  command
    .argument('<arguments...>', 'a command of terraform that only reads, with its arguments')
    .addHelpText('after', ABOUT)
    .action(async (args: readonly string[]) => {
      const session = await open();
      refuseForms(session, 'the output of "gantry terraform" is that of terraform');
      const {code, stdout, stderr} = await run({...session.globals.stack, args}, session.deps);
      session.hand(stdout);
      if (stderr !== '') session.complain(() => stderr);
      session.end(code);
    });
