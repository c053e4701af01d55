import type {Command} from 'commander';
import type {giveCredential} from '../../../app/programs/give-credential.ts';
import type {OpenSession} from '../../session.ts';
import {usageError} from '../../usage.ts';
import {refuseForms} from './refuse-forms.ts';

const giveLazily: typeof giveCredential = async (request, deps) =>
  (await import('../../../app/programs/give-credential.ts')).giveCredential(request, deps);

/** `gantry credential`: the login program of kubeconfigs that hold no credential. It speaks to its caller only. */
export const defineCredential = (command: Command, open: OpenSession, run = giveLazily): Command =>
  command.action(async () => {
    const session = await open();
    refuseForms(session, 'a credential has one form, which kubectl reads', ['human', 'json']);
    if (session.onTerminal)
      throw usageError(
        'This prints a credential for the program that called, and stdout is a terminal.',
        'kubectl and helm call it when their kubeconfig says so: gantry kubeconfig --exec.',
      );
    session.hand(`${JSON.stringify(await run(session.globals.stack, session.deps))}\n`);
  });
