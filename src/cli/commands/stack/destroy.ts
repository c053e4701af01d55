import type {Command} from 'commander';
import type {PreviewRequest} from '../../../app/release-requests.ts';
import {NO_PERMISSIONS} from '../../../core/plan/permissions.ts';
import type {Plan} from '../../../core/plan/plan.ts';
import {countChanges} from '../../../core/plan/summary.ts';
import {type Question, typedName, yesNo} from '../../../ui/confirm.ts';
import {count} from '../../../ui/count.ts';
import {
  type AllowDeleteFlag,
  allowDeleteFlag,
  type RunFlags,
  readRun,
  readTakeOver,
  runFlags,
  type TakeOverFlag,
  takeOverFlag,
} from '../../flags/plan-flags.ts';
import type {OpenSession, Session} from '../../session.ts';
import {usageError} from '../../usage.ts';
import {type ApplyRelease, applyLazily} from './apply.ts';
import {applyResult, whereOf} from './apply-result.ts';
import {askedRun} from './asked-run.ts';
import {permitByName} from './permit-by-name.ts';
import {planResult} from './plan-result.ts';
import {type PreviewRelease, previewLazily} from './preview.ts';

type Flags = RunFlags & TakeOverFlag & AllowDeleteFlag & {readonly keepObjects?: boolean};

/** `gantry destroy`: apply of nothing. The stack's name must be typed; what holds data must be named, too. */
export const defineDestroy = (
  command: Command,
  open: OpenSession,
  run: ApplyRelease = applyLazily,
  preview: PreviewRelease = previewLazily,
): Command =>
  runFlags(allowDeleteFlag(takeOverFlag(command)))
    .option('--keep-objects', 'leave Gantry: the objects stay as they are, without its marks')
    .action(async (flags: Flags) => {
      const session = await open();
      const request = requestOf(flags, session);
      if (flags.dryRun) return session.print(planResult(await preview(request, session.deps), session, {}));
      const outcome = await run(
        {
          ...request,
          ...readRun(flags),
          ...permitByName(session),
          ...askedRun(session, (plan) => questionOf(plan, flags, session)),
        },
        session.deps,
      );
      await session.print(applyResult(outcome));
    });

function requestOf(flags: Flags, {globals}: Pick<Session, 'globals'>): PreviewRequest {
  const {keepObjects, allowDelete = []} = flags;
  if (keepObjects === true && allowDelete.length > 0)
    throw usageError(
      '--keep-objects and --allow-delete say two different things.',
      'With --keep-objects nothing is deleted.',
    );
  return {
    ...globals.stack,
    operation: 'destroy',
    permissions: {...NO_PERMISSIONS, allowDelete},
    ...readTakeOver(flags),
    ...(keepObjects === true ? {letGo: 'all' as const} : {}),
  };
}

/** What can be taken back needs a yes, and what cannot the stack's name. */
function questionOf(plan: Plan, {keepObjects}: Flags, session: Session): Question {
  const what = `stack ${plan.stack} (${count(countChanges(plan), 'resource')})`;
  return keepObjects === true
    ? yesNo(`Let go of ${what} in ${whereOf(plan, session)}? Its objects stay.`)
    : typedName(`This deletes ${what} from ${whereOf(plan, session)}.`, plan.stack);
}
