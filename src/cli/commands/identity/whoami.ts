import type {Command} from 'commander';
import type {whoAmI} from '../../../app/identity/who-am-i.ts';
import {whoAmIText} from '../../../ui/text/identity/identity-text.ts';
import type {OpenSession} from '../../session.ts';

/** The use case behind `gantry whoami`. Tests pass their own. */
export type WhoAmICase = typeof whoAmI;

const whoAmILazily: WhoAmICase = async (request, deps) =>
  (await import('../../../app/identity/who-am-i.ts')).whoAmI(request, deps);

/** Defines `gantry whoami`: shows the user's identity in the workspace's cluster. */
export const defineWhoAmI = (command: Command, open: OpenSession, run: WhoAmICase = whoAmILazily): Command =>
  command.action(async () => {
    const session = await open();
    const who = await run(session.globals.stack, session.deps);
    await session.print({document: who, text: (style) => whoAmIText(who, style)});
  });
