import type {Command} from 'commander';
import type {showWorkspace} from '../../../app/workspace/show-workspace.ts';
import {printableLines} from '../../../ui/printable.ts';
import {shownWorkspaceHead} from '../../../ui/workspace-text.ts';
import {given} from '../../flags/request.ts';
import type {OpenSession} from '../../session.ts';

const showLazily: typeof showWorkspace = async (request, deps) =>
  (await import('../../../app/workspace/show-workspace.ts')).showWorkspace(request, deps);

/** `gantry workspace show [NAME]`: the file with its secrets masked. */
export const defineWorkspaceShow = (command: Command, open: OpenSession, run = showLazily): Command =>
  command.argument('[name]', 'a workspace or its file; default: the current one').action(async (name?: string) => {
    const session = await open();
    const shown = await run({...session.globals.stack, ...given({name})}, session.deps);
    await session.print({
      document: shown,
      text: async (style) => {
        const {toYaml} = await import('../../../app/to-yaml.ts');
        return `${shownWorkspaceHead(shown, style)}${printableLines(toYaml([shown.workspace]))}`;
      },
    });
  });
