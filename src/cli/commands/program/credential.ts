import type {Command} from 'commander';
import type {giveCredential} from '../../../app/programs/give-credential.ts';
import type {OpenSession} from '../../session.ts';
import {usageError} from '../../usage.ts';
import {refuseForms} from './refuse-forms.ts';

const giveLazily: typeof giveCredential = async (request, deps) =>
  (await import('../../../app/programs/give-credential.ts')).giveCredential(request, deps);

/** Defines `gantry credential`: the exec plugin of kubeconfigs that contain no credential. It prints only for its caller. */
export const defineCredential = (command: Command, open: OpenSession, run = giveLazily): Command =>
  command.action(async () => {
    const session = await open();
    refuseForms(session, 'a credential has one form, which kubectl reads', ['human', 'json']);
    if (session.onTerminal)
      throw usageError(
        'This command prints a credential for the program that calls it, and stdout is a terminal.',
        'kubectl and helm call it if their kubeconfig was written with "gantry kubeconfig --exec".',
      );
    session.hand(`${JSON.stringify(await run(session.globals.stack, session.deps))}\n`);
  });
