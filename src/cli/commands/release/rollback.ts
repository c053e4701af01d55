import type {Command} from 'commander';
import type {PreviewRequest} from '../../../app/plan/release-requests.ts';
import {countChanges} from '../../../core/plan/summary.ts';
import {yesNo} from '../../../ui/confirm.ts';
import {count} from '../../../ui/count.ts';
import {type NotifyFlag, notifyFlag} from '../../flags/notify-flag.ts';
import {
  planRequest,
  type RunFlags,
  readRun,
  runFlags,
  type ShapeFlags,
  sourcelessFlags,
} from '../../flags/plan-flags.ts';
import {REVISION_HINT, wholeNumberFlag} from '../../flags/seconds.ts';
import {notifying} from '../../notify/notifying.ts';
import type {OpenSession} from '../../session.ts';
import {type ApplyRelease, applyLazily} from '../stack/apply.ts';
import {applyResult, whereOf} from '../stack/apply-result.ts';
import {askedRun} from '../stack/asked-run.ts';
import {permitByName} from '../stack/permit-by-name.ts';
import {planResult} from '../stack/plan-result.ts';
import {type PreviewRelease, previewLazily} from '../stack/preview.ts';

type Flags = RunFlags &
  NotifyFlag &
  Omit<ShapeFlags, 'specFile' | 'image' | 'takeOverProject' | 'regenerate' | 'allowEmpty'> & {readonly to?: number};

/** Defines `gantry release rollback [--to N]`: applies the content of an earlier release. */
export const defineReleaseRollback = (
  command: Command,
  open: OpenSession,
  run: ApplyRelease = applyLazily,
  preview: PreviewRelease = previewLazily,
): Command =>
  notifyFlag(runFlags(sourcelessFlags(command)), 'the outcome of the rollback')
    .option(
      '--to <revision>',
      'the revision to go back to; default: the last successful release before the current one or, if the last run failed, the last successful one',
      wholeNumberFlag('--to', 1, REVISION_HINT),
    )
    .action((flags: Flags) =>
      notifying({open, operation: 'rollback', flags}, async (session) => {
        const request: PreviewRequest = {...planRequest(flags, session), revision: flags.to ?? 'previous'};
        if (flags.dryRun) return session.print(planResult(await preview(request, session.deps), session, {}));
        const outcome = await run(
          {
            ...request,
            ...readRun(flags),
            ...permitByName(session),
            ...askedRun(session, (plan) =>
              yesNo(`Roll back: apply ${count(countChanges(plan), 'change')} to ${whereOf(plan, session)}?`),
            ),
          },
          session.deps,
        );
        await session.print(applyResult(outcome));
      }),
    );
