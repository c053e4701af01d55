import type {Command} from 'commander';
import type {applyRelease} from '../../../app/apply-release.ts';
import {yesNo} from '../../../ui/confirm.ts';
import {count} from '../../../ui/count.ts';
import {planRequest, type RunFlags, readRun, runFlags, type ShapeFlags, shapeFlags} from '../../flags/plan-flags.ts';
import type {OpenSession} from '../../session.ts';
import {usageError} from '../../usage.ts';
import {applyResult, changesOf, showPlan, whereOf} from './apply-result.ts';
import {planResult} from './plan-result.ts';
import {type PreviewRelease, previewLazily} from './preview.ts';

export type ApplyRelease = typeof applyRelease;

export const applyLazily: ApplyRelease = async (request, deps) =>
  (await import('../../../app/apply-release.ts')).applyRelease(request, deps);

type Flags = RunFlags & ShapeFlags;

/** `gantry apply`: shows the plan, asks, applies. With `--dry-run` it is preview. */
export const defineApply = (
  command: Command,
  open: OpenSession,
  run: ApplyRelease = applyLazily,
  preview: PreviewRelease = previewLazily,
): Command =>
  runFlags(shapeFlags(command))
    .argument('[plan]', 'not built yet: a plan that preview saved')
    .action(async (planFile: string | undefined, flags: Flags) => {
      if (planFile !== undefined)
        throw usageError(
          `apply ${planFile}: applying a saved plan is not built yet.`,
          'Run "gantry apply": it shows the plan and asks.',
        );
      const session = await open();
      const request = planRequest(flags, session);
      if (flags.dryRun) return session.print(planResult(await preview(request, session.deps), session, {}));
      const outcome = await run(
        {
          ...request,
          ...readRun(flags),
          lockTimeoutSeconds: session.globals.lockTimeoutSeconds,
          confirm: (plan) => {
            showPlan(plan, session);
            return session.ask(yesNo(`Apply ${count(changesOf(plan), 'change')} to ${whereOf(plan, session)}?`));
          },
        },
        session.deps,
      );
      await session.print(applyResult(outcome));
    });
