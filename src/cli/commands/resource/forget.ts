import type {Command} from 'commander';
import type {PreviewRequest} from '../../../app/plan/release-requests.ts';
import {NO_PERMISSIONS} from '../../../core/plan/permissions.ts';
import {countChanges} from '../../../core/plan/summary.ts';
import {yesNo} from '../../../ui/confirm.ts';
import {count} from '../../../ui/count.ts';
import type {OpenSession} from '../../session.ts';
import {type ApplyRelease, applyLazily} from '../stack/apply.ts';
import {applyResult, whereOf} from '../stack/apply-result.ts';
import {askedRun} from '../stack/asked-run.ts';
import {planResult} from '../stack/plan-result.ts';
import {type PreviewRelease, previewLazily} from '../stack/preview.ts';

/** Defines `gantry resource forget ID…`: removes resources from the stack. The objects stay, without the ownership labels. No file is read. */
export const defineResourceForget = (
  command: Command,
  open: OpenSession,
  run: ApplyRelease = applyLazily,
  preview: PreviewRelease = previewLazily,
): Command =>
  command
    .argument('<id...>', 'the resources to remove from the stack: ids, kinds, labels or globs, as for --target')
    .option('--dry-run', 'only show the changes, and change nothing')
    .action(async (toOrphan: readonly string[], {dryRun}: {readonly dryRun?: boolean}) => {
      const session = await open();
      const request: PreviewRequest = {
        ...session.globals.stack,
        operation: 'apply',
        permissions: NO_PERMISSIONS,
        orphan: toOrphan,
      };
      if (dryRun) return session.print(planResult(await preview(request, session.deps), session, {}));
      const outcome = await run(
        {
          ...request,
          wait: true,
          ...askedRun(session, (plan) =>
            yesNo(
              `Remove ${count(countChanges(plan), 'resource')} in ${whereOf(plan, session)} from Gantry? Objects stay.`,
            ),
          ),
        },
        session.deps,
      );
      await session.print(applyResult(outcome));
    });
