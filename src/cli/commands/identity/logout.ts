import type {Command} from 'commander';
import type {logOutOf} from '../../../app/identity/log-out.ts';
import {loggedOutText, logoutWarnings} from '../../../ui/text/identity/identity-text.ts';
import type {OpenSession} from '../../session.ts';
import {usageError} from '../../usage.ts';

/** The use case behind `gantry logout`. Tests pass their own. */
export type LogOutCase = typeof logOutOf;

const logOutLazily: LogOutCase = async (request, deps) =>
  (await import('../../../app/identity/log-out.ts')).logOutOf(request, deps);

type Flags = {readonly all?: boolean};

/** Defines `gantry logout`: ends the login of the workspace, on this machine and at the provider. */
export const defineLogout = (command: Command, open: OpenSession, run: LogOutCase = logOutLazily): Command =>
  command.option('--all', 'end every login on this machine').action(async ({all = false}: Flags) => {
    const session = await open();
    const {stack} = session.globals;
    if (all && stack.workspace !== undefined) throw usageError('-w and --all cannot be used together.');
    const done = await run({...stack, all}, session.deps);
    await session.print({document: done, text: () => loggedOutText(done), diagnostics: logoutWarnings(done)});
  });
