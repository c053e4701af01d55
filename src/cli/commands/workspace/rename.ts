import type {Command} from 'commander';
import type {renameWorkspace} from '../../../app/workspace/rename-workspace.ts';
import {yesNo} from '../../../ui/confirm.ts';
import {renamedText, renamingText} from '../../../ui/text/workspace/workspace-change-text.ts';
import {EXIT} from '../../exit-code.ts';
import type {OpenSession} from '../../session.ts';

const renameLazily: typeof renameWorkspace = async (request, deps) =>
  (await import('../../../app/workspace/rename-workspace.ts')).renameWorkspace(request, deps);

/** Defines `gantry workspace rename OLD NEW`: renames a workspace with its pin and its releases. */
export const defineWorkspaceRename = (command: Command, open: OpenSession, run = renameLazily): Command =>
  command
    .argument('<old>', 'a workspace in the backend')
    .argument('<new>', 'the new name of the workspace')
    .action(async (name: string, to: string) => {
      const session = await open();
      const renamed = await run(
        {
          ...session.globals.stack,
          name,
          to,
          lockTimeoutSeconds: session.globals.lockTimeoutSeconds,
          confirm: (renaming) => {
            // Without a question, the result shows it instead.
            if (!session.globals.yes) session.say((style) => renamingText(renaming, style));
            return session.ask(yesNo(`Rename the workspace ${renaming.name} to ${renaming.to}?`));
          },
        },
        session.deps,
      );
      await session.print({
        document: renamed,
        text: (style) => renamedText(renamed, style, {told: !session.globals.yes}),
        exitCode: renamed.outcome === 'declined' ? EXIT.failed : undefined,
      });
    });
