import type {Command} from 'commander';
import type {PreviewRequest} from '../../../app/plan/release-requests.ts';
import type {StackSelection} from '../../../app/stacks/selection.ts';
import {NO_PERMISSIONS} from '../../../core/plan/permissions.ts';
import type {Plan} from '../../../core/plan/plan.ts';
import {countChanges} from '../../../core/plan/summary.ts';
import {type Question, typedName, yesNo} from '../../../ui/confirm.ts';
import {count} from '../../../ui/count.ts';
import {type NotifyFlag, notifyFlag} from '../../flags/notify-flag.ts';
import {
  type AllowDeleteFlag,
  allowDeleteFlag,
  type HookFlags,
  type RunFlags,
  readHooks,
  readRun,
  readTakeOver,
  runFlags,
  skipHooks,
  type TakeOverFlag,
  takeOverFlag,
} from '../../flags/plan-flags.ts';
import {readSeveral, type SeveralFlags, severalFlags} from '../../flags/several-flags.ts';
import {notifying} from '../../notify/notifying.ts';
import type {OpenSession, Session} from '../../session.ts';
import type {Asked} from '../../several/apply-several.ts';
import {usageError} from '../../usage.ts';
import {type ApplyRelease, applyLazily} from './apply.ts';
import {applyResult, whereOf} from './apply-result.ts';
import {askedRun} from './asked-run.ts';
import {permitByName} from './permit-by-name.ts';
import {planResult} from './plan-result.ts';
import {type PreviewRelease, previewLazily} from './preview.ts';

type Flags = RunFlags &
  TakeOverFlag &
  AllowDeleteFlag &
  Pick<HookFlags, 'skipHooks'> &
  SeveralFlags &
  NotifyFlag & {readonly keepObjects?: boolean};

/** Defines `gantry destroy`: an apply of an empty stack. The user types the stack's name; objects that hold data must be named, too. */
export const defineDestroy = (
  command: Command,
  open: OpenSession,
  run: ApplyRelease = applyLazily,
  preview: PreviewRelease = previewLazily,
): Command =>
  notifyFlag(
    severalFlags(runFlags(allowDeleteFlag(takeOverFlag(command)), 'do not wait until the objects are deleted')),
    'the outcome of each stack',
  )
    .addOption(skipHooks())
    .option('--keep-objects', 'keep the objects in the cluster, and remove only the ownership of Gantry')
    .action((flags: Flags) =>
      notifying({open, operation: 'destroy', flags}, async (session) => {
        const several = readSeveral(flags, session, 'destroy');
        if (several !== undefined) return destroyEach(flags, several, session);
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
      }),
    );

function requestOf(flags: Flags, {globals}: Pick<Session, 'globals'>): PreviewRequest {
  const {keepObjects, allowDelete = [], allowDataLoss = []} = flags;
  if (keepObjects === true && allowDelete.length > 0)
    throw usageError('--keep-objects and --allow-delete cannot be used together.', '--keep-objects deletes nothing.');
  return {
    ...globals.stack,
    operation: 'destroy',
    permissions: {...NO_PERMISSIONS, allowDelete, allowDataLoss},
    ...readHooks(flags),
    ...readTakeOver(flags),
    orphan: keepObjects === true ? ('all' as const) : undefined,
  };
}

async function destroyEach(flags: Flags, several: StackSelection, session: Session): Promise<void> {
  const selection = {...several, withoutFiles: true};
  const {directory: _directory, stack: _stack, workspace: _workspace, ...request} = requestOf(flags, session);
  if (flags.dryRun === true) {
    const {previewSeveral} = await import('../../several/preview-several.ts');
    return previewSeveral({selection, request}, session);
  }
  const {applySeveral} = await import('../../several/apply-several.ts');
  const run = {...readRun(flags), lockTimeoutSeconds: session.globals.lockTimeoutSeconds};
  await applySeveral({selection, request, run, question: (about) => questionOfAll(about, flags)}, session);
}

/** Returns the question for several stacks. The user types the workspace, because the names of all stacks would be too long. */
function questionOfAll({plans, stacks, where}: Asked, {keepObjects}: Flags): Question {
  const resources = plans.reduce((sum, plan) => sum + countChanges(plan), 0);
  const what = `${stacks} (${count(resources, 'resource')})`;
  if (keepObjects === true) return yesNo(`Remove ${what} in ${where} from Gantry? Their objects stay.`);
  const workspaces = [...new Set(plans.map(({workspace}) => workspace))].join(' ');
  return typedName(`This deletes ${what} from ${where}.`, workspaces);
}

/** Returns the question for one stack. A deletion cannot be undone, so that the user types the stack's name. */
function questionOf(plan: Plan, {keepObjects}: Flags, session: Session): Question {
  const what = `stack ${plan.stack} (${count(countChanges(plan), 'resource')})`;
  return keepObjects === true
    ? yesNo(`Remove ${what} in ${whereOf(plan, session)} from Gantry? Its objects stay.`)
    : typedName(`This deletes ${what} from ${whereOf(plan, session)}.`, plan.stack);
}
