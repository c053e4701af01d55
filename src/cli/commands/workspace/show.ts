import type {Command} from 'commander';
import type {showWorkspace} from '../../../app/workspace/show-workspace.ts';
import {defined} from '../../../lib/defined.ts';
import {printableLines} from '../../../ui/printable.ts';
import {shownWorkspaceHead} from '../../../ui/text/workspace/workspace-text.ts';
import type {OpenSession, Session} from '../../session.ts';
import {usageError} from '../../usage.ts';

const showLazily: typeof showWorkspace = async (request, deps) =>
  (await import('../../../app/workspace/show-workspace.ts')).showWorkspace(request, deps);

/** Defines `gantry workspace show [NAME]`: prints the file with its secrets masked. */
export const defineWorkspaceShow = (command: Command, open: OpenSession, run = showLazily): Command =>
  command
    .argument('[name]', 'a workspace or its file; default: the current one')
    .option('--reveal', 'show credentials in plain text; on a terminal only')
    .action(async (name: string | undefined, {reveal = false}: {readonly reveal?: boolean}) => {
      const session = await open();
      if (reveal) refuseElsewhere(session);
      const shown = await run({...session.globals.stack, ...defined({name}), reveal}, session.deps);
      await session.print({
        document: shown,
        text: async (style) => {
          const {toYaml} = await import('../../../app/to-yaml.ts');
          return `${shownWorkspaceHead(shown, style)}${printableLines(toYaml([shown.workspace]))}`;
        },
      });
    });

/** Refuses `--reveal` without a terminal, because others can read the credentials in a file or a log. */
function refuseElsewhere({onTerminal, globals}: Session): void {
  if (onTerminal && globals.output === 'human' && globals.reports.length === 0) return;
  throw usageError(
    '--reveal shows credentials on a terminal only, and stdout is not a terminal.',
    'To write them to a file that only you can read, run "gantry workspace export --reveal --out FILE".',
  );
}
