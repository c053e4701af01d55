import type {Command} from 'commander';
import type {PreviewRequest} from '../../../app/release-requests.ts';
import {NO_PERMISSIONS} from '../../../core/plan/permissions.ts';
import {countChanges} from '../../../core/plan/summary.ts';
import {typedName} from '../../../ui/confirm.ts';
import {count} from '../../../ui/count.ts';
import {
  type RunFlags,
  readRun,
  readTakeOver,
  runFlags,
  type TakeOverFlag,
  takeOverFlag,
} from '../../flags/plan-flags.ts';
import type {OpenSession} from '../../session.ts';
import {type ApplyRelease, applyLazily} from './apply.ts';
import {applyResult, showing, whereOf} from './apply-result.ts';
import {planResult} from './plan-result.ts';
import {type PreviewRelease, previewLazily} from './preview.ts';

type Flags = RunFlags & TakeOverFlag;

/** `gantry destroy`: apply of nothing. The stack's name must be typed. */
export const defineDestroy = (
  command: Command,
  open: OpenSession,
  run: ApplyRelease = applyLazily,
  preview: PreviewRelease = previewLazily,
): Command =>
  runFlags(takeOverFlag(command)).action(async (flags: Flags) => {
    const session = await open();
    const request: PreviewRequest = {
      ...session.globals.stack,
      operation: 'destroy',
      permissions: NO_PERMISSIONS,
      ...readTakeOver(flags),
    };
    if (flags.dryRun) return session.print(planResult(await preview(request, session.deps), session, {}));
    const outcome = await run(
      {
        ...request,
        ...readRun(flags),
        lockTimeoutSeconds: session.globals.lockTimeoutSeconds,
        show: showing(session),
        confirm: (plan) => {
          const text = `This deletes stack ${plan.stack} (${count(countChanges(plan), 'resource')}) from ${whereOf(plan, session)}.`;
          return session.ask(typedName(text, plan.stack));
        },
      },
      session.deps,
    );
    await session.print(applyResult(outcome));
  });
