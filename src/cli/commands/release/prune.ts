import type {Command} from 'commander';
import type {Deps} from '../../../app/deps.ts';
import type {StackRequest} from '../../../app/plan/release-requests.ts';
import type {PruneOutcome, PruneReleases as Pruning} from '../../../app/release/prune-releases.ts';
import {defined} from '../../../lib/defined.ts';
import {yesNo} from '../../../ui/confirm.ts';
import {count} from '../../../ui/count.ts';
import {pruneDoneText, pruneText} from '../../../ui/text/release/prune-text.ts';
import {EXIT} from '../../exit-code.ts';
import {timeFlag} from '../../flags/release-filter.ts';
import {wholeNumberFlag} from '../../flags/seconds.ts';
import type {OpenSession} from '../../session.ts';
import {usageError} from '../../usage.ts';
import {nameLazily} from './name-history.ts';

type PruneRequest = StackRequest & Pick<Pruning, 'keep' | 'olderThan' | 'dryRun' | 'lockTimeoutSeconds' | 'confirm'>;

/** The use case behind `gantry release prune`. Tests pass their own. */
export type PruneReleases = (request: PruneRequest, deps: Deps) => Promise<PruneOutcome>;

const pruneLazily: PruneReleases = async (request, deps) => {
  const {directory: _, ...asked} = request;
  const {pruneReleases} = await import('../../../app/release/prune-releases.ts');
  return pruneReleases({...asked, ...(await nameLazily(request, deps))}, deps);
};

type Flags = {readonly keep?: number; readonly olderThan?: string; readonly dryRun?: boolean};

/** Defines `gantry release prune --keep N`. */
export const defineReleasePrune = (command: Command, open: OpenSession, run: PruneReleases = pruneLazily): Command =>
  command
    .option(
      '--keep <n>',
      'keep the n newest releases (--keep or --older-than is required)',
      wholeNumberFlag('--keep', 1),
    )
    .option(
      '--older-than <time>',
      'delete only releases that are older than this: 90d, or a date like 2026-01-31',
      timeFlag('--older-than'),
    )
    .option('--dry-run', 'only show what would be deleted')
    .action(async ({keep, olderThan, dryRun = false}: Flags) => {
      if (keep === undefined && olderThan === undefined)
        throw usageError(
          'release prune needs --keep N, or --older-than TIME.',
          'For example: gantry release prune --keep 20',
        );
      const session = await open();
      const {lockTimeoutSeconds} = session.globals;
      const outcome = await run(
        {
          ...session.globals.stack,
          keep: keep ?? 1,
          ...defined({olderThan}),
          dryRun,
          lockTimeoutSeconds,
          confirm: (prune) => {
            session.say((style) => pruneText(prune, style));
            return session.ask(yesNo(`Permanently delete ${count(prune.going.length, 'release')}?`));
          },
        },
        session.deps,
      );
      await session.print({
        document: outcome,
        text: (style) => pruneDoneText(outcome, style),
        exitCode: outcome.kind === 'declined' ? EXIT.failed : EXIT.done,
      });
    });
