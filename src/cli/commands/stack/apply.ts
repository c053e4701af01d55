import {resolve} from 'node:path';
import type {Command} from 'commander';
import type {applyPlanFile} from '../../../app/plan/apply-plan-file.ts';
import type {applyRelease} from '../../../app/plan/apply-release.ts';
import type {StackSelection} from '../../../app/stacks/selection.ts';
import {countChanges} from '../../../core/plan/summary.ts';
import {yesNo} from '../../../ui/confirm.ts';
import {count} from '../../../ui/count.ts';
import {shownFile} from '../../../ui/diagnostic-text.ts';
import {type ImagesFromFlag, imagesFromFlag, withImagesFrom} from '../../flags/images-from-flag.ts';
import {type NotifyFlag, notifyFlag} from '../../flags/notify-flag.ts';
import {planRequest, type RunFlags, readRun, runFlags, type ShapeFlags, shapeFlags} from '../../flags/plan-flags.ts';
import {type PortForwardFlag, portForwardFlag} from '../../flags/port-forward-flag.ts';
import {isPlanDirectory, oneOf, readRevision, refuseSelection, refuseShape} from '../../flags/saved-plan.ts';
import {
  dependantsFlag,
  readSeveral,
  refuseForSeveral,
  type SeveralFlags,
  severalFlags,
  withMakersFor,
} from '../../flags/several-flags.ts';
import {notifying} from '../../notify/notifying.ts';
import type {OpenSession, Session} from '../../session.ts';
import {shapeForSeveral} from '../../several/shape.ts';
import {usageError} from '../../usage.ts';
import {applyResult, showing, whereOf} from './apply-result.ts';
import {askedRun} from './asked-run.ts';
import {openForwarding} from './forwarding.ts';
import {permitByName} from './permit-by-name.ts';
import {planResult} from './plan-result.ts';
import {type PreviewRelease, previewLazily} from './preview.ts';

/** The use case behind `gantry apply`. Tests pass their own. */
export type ApplyRelease = typeof applyRelease;

/** Loads the use case at the first call: help and completion start without it. */
export const applyLazily: ApplyRelease = async (request, deps) =>
  (await import('../../../app/plan/apply-release.ts')).applyRelease(request, deps);

const applySavedLazily: typeof applyPlanFile = async (request, deps) =>
  (await import('../../../app/plan/apply-plan-file.ts')).applyPlanFile(request, deps);

/** The use cases behind `gantry apply`. Tests pass their own. */
export type ApplyUses = {
  readonly run?: ApplyRelease;
  readonly preview?: PreviewRelease;
  readonly runSaved?: typeof applyPlanFile;
};

type Flags = RunFlags &
  ShapeFlags &
  ImagesFromFlag &
  PortForwardFlag &
  SeveralFlags &
  NotifyFlag & {readonly revision?: string | undefined; readonly rollbackOnFailure?: boolean};

/** Defines `gantry apply`: shows the plan, asks, applies. With `--dry-run` it is the same as preview. */
export const defineApply = (command: Command, open: OpenSession, uses: ApplyUses = {}): Command =>
  notifyFlag(
    dependantsFlag(severalFlags(portForwardFlag(runFlags(imagesFromFlag(shapeFlags(command)))))),
    'the outcome of each release',
  )
    .argument(
      '[plan]',
      'a plan or a directory of plans from "gantry preview --save"; applied exactly, without confirmation',
    )
    .option(
      '--revision <current|n>',
      'apply the content of a release, not of the files: current (the last release) or a number',
    )
    .option('--rollback-on-failure', 'if the apply fails, roll back to the last successful release in the same run')
    .action((planFile: string | undefined, flags: Flags) =>
      notifying({open, operation: 'apply', flags}, async (session) => {
        const running = {...readRun(flags), ...readRollback(flags)};
        if (flags.dryRun && flags.portForward !== undefined)
          throw usageError('--dry-run and --port-forward cannot be used together.');
        const {globals, deps} = session;
        const several = readSeveral(flags, session);
        if (several !== undefined) return applyEach({flags, running, planFile, several}, session);
        const file = planFile === undefined ? undefined : resolve(globals.stack.directory ?? deps.cwd, planFile);
        if (file !== undefined && (await isPlanDirectory(file)))
          return applyDirectory({set: file, shown: planFile ?? file}, {flags, running}, session);
        try {
          await applyOne({flags, running, file, uses}, session);
        } catch (error) {
          const made = withMakersFor(error, {flags, more: flags.portForward?.[0] ?? planFile}, session);
          if (made === undefined) throw error;
          await applyEach({flags, running, planFile, several: made}, session);
        }
      }),
    );

type One = Pick<Each, 'flags' | 'running'> & {readonly file: string | undefined; readonly uses: ApplyUses};

/** Applies one stack or one saved plan; with --dry-run, shows what would be done. */
async function applyOne({flags, running, file, uses}: One, session: Session): Promise<void> {
  const {run = applyLazily, preview = previewLazily, runSaved = applySavedLazily} = uses;
  const {deps} = session;
  await using ports = await openForwarding(flags, session, file);
  if (flags.dryRun) {
    if (file !== undefined) return checkSavedPlan(file, {flags, running}, session);
    return session.print(planResult(await preview(await fileRequest(flags, session), deps), session, {}));
  }
  const outcome =
    file === undefined
      ? await run({...(await fileRequest(flags, session)), ...running, ...asking(session)}, deps)
      : await runSaved({...savedRequest(flags, session), ...running, file}, deps);
  await session.print(applyResult(outcome));
  await ports.after(outcome);
}

const fileRequest = (flags: Flags, session: Session) =>
  withImagesFrom({...planRequest(flags, session), ...readRevision(flags)}, flags, session);

const asking = (session: Session) => ({
  ...permitByName(session),
  ...askedRun(session, (plan) => yesNo(`Apply ${count(countChanges(plan), 'change')} to ${whereOf(plan, session)}?`)),
});

function savedRequest(flags: Flags, session: Session) {
  refuseShape(flags, 'apply PLAN');
  const {stack, lockTimeoutSeconds} = session.globals;
  return {...stack, lockTimeoutSeconds, show: showing(session)};
}

/** Reports whether a saved plan could be applied now, and shows it. */
async function checkSavedPlan(
  file: string,
  {flags, running: {wait}}: Pick<Each, 'flags' | 'running'>,
  session: Session,
): Promise<void> {
  refuseShape(flags, 'apply PLAN');
  const {checkPlanFile} = await import('../../../app/plan/check-plan-file.ts');
  const plan = await checkPlanFile({...session.globals.stack, file, wait}, session.deps);
  await session.print(planResult(plan, session, {}));
  session.say(({cwd}) => `${shownFile(file, cwd)} is still valid: an apply of it applies exactly this plan.\n`);
}

type Running = ReturnType<typeof readRun> & ReturnType<typeof readRollback>;

type Each = {
  readonly flags: Flags;
  readonly running: Running;
  readonly planFile: string | undefined;
  readonly several: StackSelection;
};

async function applyEach({flags, running, planFile, several}: Each, session: Session): Promise<void> {
  if (planFile !== undefined) refuseSelection();
  refuseForSeveral({'--port-forward': flags.portForward, '--images-from': flags.imagesFrom});
  const request = {...shapeForSeveral(flags, session), operation: 'apply' as const};
  const made = {...several, withMakers: true};
  const selection = flags.withDependants === true ? {...made, withDependants: request} : made;
  if (flags.dryRun === true) {
    const {previewSeveral} = await import('../../several/preview-several.ts');
    return previewSeveral({selection, request}, session);
  }
  const {applySeveral} = await import('../../several/apply-several.ts');
  await applySeveral(
    {
      selection,
      request,
      run: {...running, lockTimeoutSeconds: session.globals.lockTimeoutSeconds},
      question: ({stacks, changes, where}) => yesNo(`Apply ${count(changes, 'change')} of ${stacks} to ${where}?`),
    },
    session,
  );
}

/** Applies the saved plans of several stacks. */
async function applyDirectory(
  {set, shown}: {readonly set: string; readonly shown: string},
  {flags, running}: Pick<Each, 'flags' | 'running'>,
  session: Session,
): Promise<void> {
  refuseShape(flags, 'apply DIR');
  refuseForSeveral({'--port-forward': flags.portForward});
  if (session.globals.stack.stack !== undefined)
    throw usageError(
      `The plans in ${shown} contain their stacks: -s cannot be used with them.`,
      `Apply one of them with "gantry apply ${oneOf(shown)}".`,
    );
  const {applySaved, checkSaved} = await import('../../several/apply-saved.ts');
  if (flags.dryRun === true) return checkSaved({set, parallel: flags.parallelStacks, wait: running.wait}, session);
  const run = {...running, lockTimeoutSeconds: session.globals.lockTimeoutSeconds};
  await applySaved({set, parallel: flags.parallelStacks, run}, session);
}

/** Refuses `--no-wait` with `--rollback-on-failure`: without waiting, failures are not detected. */
function readRollback({rollbackOnFailure, wait}: Flags): {readonly rollbackOnFailure?: true} {
  if (rollbackOnFailure !== true) return {};
  if (wait === false)
    throw usageError(
      '--no-wait and --rollback-on-failure cannot be used together.',
      'Failures are detected by waiting.',
    );
  return {rollbackOnFailure};
}
