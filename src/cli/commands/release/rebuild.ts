import type {Command} from 'commander';
import type {Deps} from '../../../app/deps.ts';
import type {RebuildRelease as Rebuilding, RebuildOutcome} from '../../../app/release/rebuild-release.ts';
import {defined} from '../../../lib/defined.ts';
import {yesNo} from '../../../ui/confirm.ts';
import {
  foundHistoryText,
  rebuildDocument,
  rebuildQuestion,
  rebuildText,
} from '../../../ui/text/release/rebuild-text.ts';
import {EXIT} from '../../exit-code.ts';
import type {OpenSession} from '../../session.ts';

/** The use case behind `gantry release rebuild`. Tests pass their own. */
export type RebuildRelease = (request: Rebuilding, deps: Deps) => Promise<RebuildOutcome>;

const rebuildLazily: RebuildRelease = async (request, deps) =>
  (await import('../../../app/release/rebuild-release.ts')).rebuildRelease(request, deps);

type Flags = {readonly lineage?: string; readonly force?: boolean; readonly dryRun?: boolean};

/** Defines `gantry release rebuild`, for a backend that was lost or damaged. */
export const defineReleaseRebuild = (
  command: Command,
  open: OpenSession,
  run: RebuildRelease = rebuildLazily,
): Command =>
  command
    .option(
      '--lineage <id>',
      'the lineage id of the release history to rebuild, if the cluster has objects of several histories with these names',
    )
    .option('--force', 'create a new release even if the stored releases can be read')
    .option('--dry-run', 'only show the objects that were found in the cluster')
    .action(async ({lineage, force = false, dryRun = false}: Flags) => {
      const session = await open();
      const outcome = await run(
        {
          ...session.globals.stack,
          ...defined({lineage}),
          force,
          dryRun,
          lockTimeoutSeconds: session.globals.lockTimeoutSeconds,
          confirm: (found) => {
            session.say((style) => foundHistoryText(found, style));
            return session.ask(yesNo(rebuildQuestion(found)));
          },
        },
        session.deps,
      );
      await session.print({
        document: rebuildDocument(outcome),
        text: (style) => rebuildText(outcome, style),
        exitCode: outcome.kind === 'declined' ? EXIT.failed : EXIT.done,
      });
    });
