import {resolve} from 'node:path';
import type {Command} from 'commander';
import type {previewRelease} from '../../../app/plan/preview-release.ts';
import type {savePlan} from '../../../app/plan/save-plan.ts';
import type {showPlanFile} from '../../../app/plan/show-plan-file.ts';
import type {StackSelection} from '../../../app/stacks/selection.ts';
import {defined} from '../../../lib/defined.ts';
import {shownFile} from '../../../ui/diagnostic-text.ts';
import {planRequest, type ShapeFlags, shapeFlags} from '../../flags/plan-flags.ts';
import {isPlanDirectory, oneOf, readRevision, refuseSelection, refuseShape} from '../../flags/saved-plan.ts';
import {readSeveral, type SeveralFlags, severalFlags} from '../../flags/several-flags.ts';
import type {OpenSession, Session} from '../../session.ts';
import {shapeForSeveral} from '../../several/shape.ts';
import {usageError} from '../../usage.ts';
import {planResult} from './plan-result.ts';

/** The use case behind `gantry preview`; a test passes its own. */
export type PreviewRelease = typeof previewRelease;

/** Loads the use case at the first call: help and completion start without it. */
export const previewLazily: PreviewRelease = async (request, deps) =>
  (await import('../../../app/plan/preview-release.ts')).previewRelease(request, deps);

const saveLazily: typeof savePlan = async (request, deps) =>
  (await import('../../../app/plan/save-plan.ts')).savePlan(request, deps);

const showLazily: typeof showPlanFile = async (file, given) =>
  (await import('../../../app/plan/show-plan-file.ts')).showPlanFile(file, given);

/** The use cases behind `gantry preview`; a test passes its own. */
export type PreviewUses = {
  readonly run?: PreviewRelease;
  readonly save?: typeof savePlan;
  readonly show?: typeof showPlanFile;
};

type Flags = ShapeFlags &
  SeveralFlags & {
    readonly exitCode?: boolean;
    readonly detail?: boolean;
    readonly strict?: boolean;
    readonly revision?: string | undefined;
    readonly save?: string;
    readonly from?: string;
  };

/** `gantry preview`: nothing is written to the cluster, no lock is taken. */
export const definePreview = (
  command: Command,
  open: OpenSession,
  {run = previewLazily, save = saveLazily, show = showLazily}: PreviewUses = {},
): Command =>
  severalFlags(shapeFlags(command))
    .option('--exit-code', 'exit 2 when changes are pending')
    .option('--detail', 'show every field, of new objects too, and who fills it in')
    .option('--strict', 'what the cluster could not verify is an error')
    .option('--revision <current|n>', 'what the last release wanted, or an earlier one, in place of the files')
    .option('--save <file>', 'keep the plan, of several stacks in a directory: "gantry apply FILE" does exactly that')
    .option('--from <file>', 'show a plan that was saved, without asking the cluster')
    .action(async (flags: Flags) => {
      const session = await open();
      const several = readSeveral(flags, session);
      if (several !== undefined) return previewEach(flags, several, session);
      const start = session.globals.stack.directory ?? session.deps.cwd;
      if (flags.from !== undefined) {
        refuseShape(flags, 'preview --from');
        if (flags.save !== undefined) throw usageError('--from and --save say two different things.');
        if (flags.strict === true)
          throw usageError('--from asks no cluster, so that --strict finds nothing out.', 'Say --strict with --save.');
        const file = resolve(start, flags.from);
        if (await isPlanDirectory(file))
          throw usageError(
            `--from ${flags.from}: it is a directory, and plans are shown one by one.`,
            `Show each with "gantry preview --from ${oneOf(flags.from)}".`,
          );
        const {directory: _, ...given} = session.globals.stack;
        return session.print(planResult(await show(file, given), session, flags));
      }
      const strict = flags.strict === true ? {strict: true} : {};
      const request = {...planRequest(flags, session), ...strict, ...readRevision(flags), operation: 'apply' as const};
      if (flags.save === undefined) return session.print(planResult(await run(request, session.deps), session, flags));
      const file = resolve(start, flags.save);
      await session.print(planResult(await save({...request, file}, session.deps), session, {...flags, file}));
      session.say(({cwd}) => `Saved: "gantry apply ${shownFile(file, cwd)}" does exactly this, or nothing.\n`);
    });

async function previewEach(flags: Flags, selection: StackSelection, session: Session): Promise<void> {
  if (flags.from !== undefined) refuseSelection();
  if (flags.save !== undefined && flags.save.endsWith('.json'))
    throw usageError(
      `--save ${flags.save}: several stacks are selected, and each has a plan of its own.`,
      'Name a directory: --save plans/.',
    );
  const {previewSeveral} = await import('../../several/preview-several.ts');
  const {exitCode = false, detail = false, strict, save} = flags;
  const request = {
    ...shapeForSeveral(flags, session),
    ...defined({strict: strict === true ? strict : undefined}),
    operation: 'apply' as const,
  };
  await previewSeveral({selection, request, exitCode, detail, save}, session);
}
