import type {Command} from 'commander';
import type {promoteStack} from '../../../app/promote-stack.ts';
import {countChanges} from '../../../core/plan/summary.ts';
import {defined} from '../../../lib/defined.ts';
import {yesNo} from '../../../ui/confirm.ts';
import {count} from '../../../ui/count.ts';
import {workspaceDiffText} from '../../../ui/text/stack/workspace-diff-text.ts';
import {type NotifyFlag, notifyFlag} from '../../flags/notify-flag.ts';
import {
  type ImageFlag,
  imageFlag,
  type PermissionFlags,
  permissionFlags,
  type RunFlags,
  readImages,
  readPermissions,
  readRun,
  runFlags,
} from '../../flags/plan-flags.ts';
import {notifying} from '../../notify/notifying.ts';
import type {OpenSession, Session} from '../../session.ts';
import {usageError} from '../../usage.ts';
import {applyResult, whereOf} from './apply-result.ts';
import {askedRun} from './asked-run.ts';
import {permitByName} from './permit-by-name.ts';
import {planResult} from './plan-result.ts';

/** The use case behind `gantry promote`. Tests pass their own. */
export type PromoteStack = typeof promoteStack;

const promoteLazily: PromoteStack = async (request, deps) =>
  (await import('../../../app/promote-stack.ts')).promoteStack(request, deps);

type Flags = RunFlags &
  PermissionFlags &
  ImageFlag &
  NotifyFlag & {
    readonly from?: string;
    readonly to?: string;
    readonly allowOtherFiles?: boolean;
    readonly exitCode?: boolean;
  };

/** Defines `gantry promote [STACK] [--from WS] --to WS`. */
export const definePromote = (command: Command, open: OpenSession, run: PromoteStack = promoteLazily): Command =>
  notifyFlag(permissionFlags(imageFlag(runFlags(command))), 'the outcome of the release')
    .argument('[stack]', 'the stack; default: the stack of the current directory')
    .option(
      '--from <workspace[:revision]>',
      'the workspace whose last successful release (or revision) is promoted; default: the current workspace',
    )
    .option('--to <workspace>', 'the workspace that gets the images')
    .option('--allow-other-files', 'plan the files here, even if the release was made from another commit')
    .option('--exit-code', 'with --dry-run: exit with code 2 if changes are pending')
    .action((stack: string | undefined, flags: Flags) =>
      notifying({open, operation: 'promote', flags}, async (session) => {
        const promotion = await run({...readPromotion(stack, flags, session), ...asking(session)}, session.deps);
        await session.print(
          promotion.kind === 'planned' ? planResult(promotion.plan, session, flags) : applyResult(promotion.outcome),
        );
      }),
    );

function readPromotion(stack: string | undefined, flags: Flags, session: Session) {
  const {directory, stack: named, workspace} = session.globals.stack;
  const {from, to, allowOtherFiles = false, dryRun = false, exitCode = false} = flags;
  if (to === undefined)
    throw usageError('"gantry promote" needs --to.', 'For example: gantry promote --from staging --to prod.');
  if (from === to) throw usageError(`--from and --to are both ${to}.`, 'Name two workspaces.');
  if (workspace !== undefined) throw usageError('-w and --to cannot be used together.', 'Pass --from and --to only.');
  if (stack !== undefined && named !== undefined && stack !== named)
    throw usageError(`The stack is ${stack} and -s ${named}.`, 'Name it once.');
  if (exitCode && !dryRun) throw usageError('--exit-code works with --dry-run only.');
  return {
    ...defined({directory, stack: stack ?? named, from}),
    to,
    allowOtherFiles,
    dryRun,
    permissions: readPermissions(flags),
    ...readImages(flags),
    ...readRun(flags),
    onDiff: (diff: Parameters<Parameters<PromoteStack>[0]['onDiff']>[0]) =>
      session.say((style) => `${workspaceDiffText(diff, style)}\n`),
  };
}

const asking = (session: Session) => ({
  ...permitByName(session),
  ...askedRun(session, (plan) => yesNo(`Apply ${count(countChanges(plan), 'change')} to ${whereOf(plan, session)}?`)),
});
