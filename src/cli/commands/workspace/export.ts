import type {Command} from 'commander';
import type {exportWorkspace} from '../../../app/workspace/export-workspace.ts';
import {defined} from '../../../lib/defined.ts';
import {exportedText} from '../../../ui/text/workspace/workspace-text.ts';
import type {OpenSession} from '../../session.ts';

const exportLazily: typeof exportWorkspace = async (request, deps) =>
  (await import('../../../app/workspace/export-workspace.ts')).exportWorkspace(request, deps);

type Flags = {readonly out?: string; readonly flat?: boolean; readonly reveal?: boolean};

/** Defines `gantry workspace export [NAME]`: prints the stored file, to create the workspace elsewhere. */
export const defineWorkspaceExport = (command: Command, open: OpenSession, run = exportLazily): Command =>
  command
    .argument('[name]', 'a workspace or its file; default: the current one')
    .option('--out <file>', 'write to this file instead of stdout')
    .option('--flat', 'merge the workspace and the files that it extends into one file')
    .option('--reveal', 'include credentials in plain text; not allowed on a terminal')
    .action(async (name: string | undefined, {out, flat = false, reveal = false}: Flags) => {
      const session = await open();
      const {globals, deps, onTerminal} = session;
      const exported = await run({...globals.stack, ...defined({name, out}), flat, reveal, onTerminal}, deps);
      await session.print({document: exported, text: (style) => exportedText(exported, style)});
    });
