import type {Command} from 'commander';
import type {diffWorkspaces} from '../../../app/diff-workspaces.ts';
import {defined} from '../../../lib/defined.ts';
import {differs, workspaceDiffText} from '../../../ui/text/stack/workspace-diff-text.ts';
import {EXIT} from '../../exit-code.ts';
import type {OpenSession, Session} from '../../session.ts';
import {usageError} from '../../usage.ts';

/** The use case behind `gantry diff`. Tests pass their own. */
export type DiffWorkspaces = typeof diffWorkspaces;

const diffLazily: DiffWorkspaces = async (request, deps) =>
  (await import('../../../app/diff-workspaces.ts')).diffWorkspaces(request, deps);

type Flags = {
  readonly released?: boolean;
  readonly live?: boolean;
  readonly exitCode?: boolean;
  readonly detail?: boolean;
};

/** Defines `gantry diff [-w A] -w B`. */
export const defineDiff = (command: Command, open: OpenSession, run: DiffWorkspaces = diffLazily): Command =>
  command
    .option('--released', 'compare the last successful releases instead of the files')
    .option('--live', 'compare the live objects of the last releases: contacts the clusters of both workspaces')
    .option('--exit-code', 'exit with code 2 if the workspaces differ')
    .option('--detail', 'show every field, also of resources that only one workspace has')
    .action(async ({released = false, live = false, exitCode = false, detail = false}: Flags) => {
      if (released && live) throw usageError('--released and --live cannot be used together.');
      const session = await open();
      const {directory, stack} = session.globals.stack;
      const request = {
        ...defined({directory, stack}),
        workspaces: twoWorkspaces(session),
        of: live ? ('live' as const) : released ? ('releases' as const) : ('files' as const),
      };
      const diff = await run(request, session.deps);
      await session.print({
        document: diff,
        text: (style) => workspaceDiffText(diff, {...style, detail}),
        diagnostics: diff.diagnostics,
        exitCode: exitCode && differs(diff) ? EXIT.pending : EXIT.done,
      });
    });

/** Returns the workspaces that `-w` names; with one of them, the first is the current workspace. */
function twoWorkspaces({globals: {workspaces}}: Session): readonly [string | undefined, string] {
  const [first, second, ...others] = workspaces;
  if (first !== undefined && others.length === 0) return second === undefined ? [undefined, first] : [first, second];
  throw usageError(
    `"gantry diff" compares two workspaces, and -w names ${workspaces.length === 0 ? 'none' : workspaces.length}.`,
    'For example: gantry diff -w staging -w prod, or gantry diff -w prod for the current workspace and prod. To compare the stack with its cluster, use "gantry preview".',
  );
}
