import type {Command} from 'commander';
import type {currentWorkspace} from '../../../app/workspace/current-workspace.ts';
import {currentText} from '../../../ui/text/workspace/workspace-text.ts';
import type {OpenSession} from '../../session.ts';

const currentLazily: typeof currentWorkspace = async (request, deps) =>
  (await import('../../../app/workspace/current-workspace.ts')).currentWorkspace(request, deps);

/** Defines `gantry workspace current`: prints the name to stdout, and the reason to stderr. */
export const defineWorkspaceCurrent = (command: Command, open: OpenSession, run = currentLazily): Command =>
  command.action(async () => {
    const session = await open();
    const current = await run(session.globals.stack, session.deps);
    await session.print({document: current, text: () => `${current.name}\n`});
    if (session.globals.output === 'human') session.say((style) => currentText(current, style));
  });
