import type {Command} from 'commander';
import type {deleteWorkspace} from '../../../app/workspace/delete-workspace.ts';
import {yesNo} from '../../../ui/confirm.ts';
import {deletedText} from '../../../ui/text/workspace/workspace-text.ts';
import {EXIT} from '../../exit-code.ts';
import type {OpenSession} from '../../session.ts';

const deleteLazily: typeof deleteWorkspace = async (request, deps) =>
  (await import('../../../app/workspace/delete-workspace.ts')).deleteWorkspace(request, deps);

/** Defines `gantry workspace delete NAME`: deletes it from the backend. Users remove files of a project themselves. */
export const defineWorkspaceDelete = (command: Command, open: OpenSession, run = deleteLazily): Command =>
  command
    .argument('<name>', 'a workspace in the backend')
    .option('--force', 'delete the workspace even if stacks still have resources in its cluster; the resources stay')
    .action(async (name: string, {force = false}: {readonly force?: boolean}) => {
      const session = await open();
      if (!(await session.ask(yesNo(`Delete the workspace ${name} from the backend?`)))) {
        const document = {formatVersion: 1, name, outcome: 'declined'};
        return session.print({document, text: () => 'Nothing was changed.\n', exitCode: EXIT.failed});
      }
      const deleted = await run({...session.globals.stack, name, force}, session.deps);
      await session.print({document: deleted, text: (style) => deletedText(deleted, style)});
    });
