import type {Command} from 'commander';
import {didYouMean} from '../../../lib/did-you-mean.ts';
import {COMPLETED_SHELLS, type CompletedShell, completionScript} from '../../completion/script.ts';
import type {OpenSession} from '../../session.ts';
import {usageError} from '../../usage.ts';

/** Defines `gantry completion SHELL`: completes commands, flags, and the names of workspaces, stacks, resources and revisions. */
export const defineCompletion = (command: Command, open: OpenSession, scriptOf = completionScript): Command =>
  command.argument('<shell>', COMPLETED_SHELLS.join(', ')).action(async (wanted: string) => {
    const session = await open();
    const shell = shellFor(wanted);
    const script = scriptOf({shell});
    await session.print({document: {formatVersion: 1, shell, script}, text: () => script});
  });

function shellFor(wanted: string): CompletedShell {
  const shell = COMPLETED_SHELLS.find((known) => known === wanted);
  if (shell !== undefined) return shell;
  const near = didYouMean(wanted, COMPLETED_SHELLS);
  throw usageError(
    `Completion for ${wanted} is not supported.`,
    `${near === undefined ? '' : `Did you mean ${near}? `}Possible: ${COMPLETED_SHELLS.join(', ')}.`,
  );
}
