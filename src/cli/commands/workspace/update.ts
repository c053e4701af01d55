import type {Command} from 'commander';
import type {updateWorkspace} from '../../../app/workspace/update-workspace.ts';
import {defined} from '../../../lib/defined.ts';
import {yesNo} from '../../../ui/confirm.ts';
import {changesText, updatedText} from '../../../ui/text/workspace/workspace-change-text.ts';
import {EXIT} from '../../exit-code.ts';
import {readWorkspaceEdits, type WorkspaceEditFlags, workspaceEditFlags} from '../../flags/workspace-edit-flags.ts';
import type {OpenSession} from '../../session.ts';

const updateLazily: typeof updateWorkspace = async (request, deps) =>
  (await import('../../../app/workspace/update-workspace.ts')).updateWorkspace(request, deps);

/** Defines `gantry workspace update [NAME]`: shows the changes, asks, and writes them. Comments stay. */
export const defineWorkspaceUpdate = (command: Command, open: OpenSession, run = updateLazily): Command =>
  workspaceEditFlags(command)
    .argument('[name]', 'a workspace that Gantry stores; default: the current one')
    .action(async (name: string | undefined, flags: WorkspaceEditFlags) => {
      const edits = readWorkspaceEdits(flags);
      const session = await open();
      const updated = await run(
        {
          ...session.globals.stack,
          ...defined({name}),
          ...edits,
          confirm: (update) => {
            // Without a question, the result shows it instead.
            if (!session.globals.yes) session.say((style) => changesText(update, style));
            return session.ask(yesNo(`Change the workspace ${update.name}?`));
          },
        },
        session.deps,
      );
      await session.print({
        document: updated,
        text: (style) => updatedText(updated, style, {told: !session.globals.yes}),
        exitCode: updated.outcome === 'declined' ? EXIT.failed : undefined,
      });
    });
