import type {Command} from 'commander';
import type {switchWorkspace} from '../../../app/workspace/switch-workspace.ts';
import {switchedText} from '../../../ui/text/workspace/workspace-text.ts';
import type {OpenSession} from '../../session.ts';

const switchLazily: typeof switchWorkspace = async (request, deps) =>
  (await import('../../../app/workspace/switch-workspace.ts')).switchWorkspace(request, deps);

/** Defines `gantry workspace switch NAME`: stores the user's choice, which applies to terminals only. */
export const defineWorkspaceSwitch = (command: Command, open: OpenSession, run = switchLazily): Command =>
  command.argument('<name>', 'a workspace or its file').action(async (name: string) => {
    const session = await open();
    const switched = await run({...session.globals.stack, name}, session.deps);
    await session.print({document: switched, text: (style) => switchedText(switched, style)});
  });
