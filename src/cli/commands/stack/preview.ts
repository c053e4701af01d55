import {resolve} from 'node:path';
import type {Command} from 'commander';
import type {previewRelease} from '../../../app/plan/preview-release.ts';
import type {savePlan} from '../../../app/plan/save-plan.ts';
import type {showPlanFile} from '../../../app/plan/show-plan-file.ts';
import type {StackSelection} from '../../../app/stacks/selection.ts';
import {defined} from '../../../lib/defined.ts';
import {shownFile} from '../../../ui/diagnostic-text.ts';
import {collect} from '../../flags/collect.ts';
import {type ImagesFromFlag, imagesFromFlag, withImagesFrom} from '../../flags/images-from-flag.ts';
import {planRequest, type ShapeFlags, shapeFlags} from '../../flags/plan-flags.ts';
import {isPlanDirectory, oneOf, readRevision, refuseSelection, refuseShape} from '../../flags/saved-plan.ts';
import {
  dependantsFlag,
  readSeveral,
  refuseForSeveral,
  type SeveralFlags,
  severalFlags,
  withMakersFor,
} from '../../flags/several-flags.ts';
import type {OpenSession, Session} from '../../session.ts';
import {shapeForSeveral} from '../../several/shape.ts';
import {usageError} from '../../usage.ts';
import {planResult} from './plan-result.ts';

/** The use case behind `gantry preview`. Tests pass their own. */
export type PreviewRelease = typeof previewRelease;

/** Loads the use case at the first call: help and completion start without it. */
export const previewLazily: PreviewRelease = async (request, deps) =>
  (await import('../../../app/plan/preview-release.ts')).previewRelease(request, deps);

const saveLazily: typeof savePlan = async (request, deps) =>
  (await import('../../../app/plan/save-plan.ts')).savePlan(request, deps);

const showLazily: typeof showPlanFile = async (file, given) =>
  (await import('../../../app/plan/show-plan-file.ts')).showPlanFile(file, given);

/** The use cases behind `gantry preview`. Tests pass their own. */
export type PreviewUses = {
  readonly run?: PreviewRelease;
  readonly save?: typeof savePlan;
  readonly show?: typeof showPlanFile;
};

type Flags = ShapeFlags &
  ImagesFromFlag &
  SeveralFlags & {
    readonly exitCode?: boolean;
    readonly detail?: boolean;
    readonly strict?: boolean;
    readonly revision?: string | undefined;
    readonly save?: string;
    readonly from?: string;
    readonly chart?: readonly string[];
  };

/** Defines `gantry preview`. It writes nothing to the cluster and takes no lock. */
export const definePreview = (
  command: Command,
  open: OpenSession,
  {run = previewLazily, save = saveLazily, show = showLazily}: PreviewUses = {},
): Command =>
  dependantsFlag(severalFlags(imagesFromFlag(shapeFlags(command))))
    .option('--exit-code', 'exit with code 2 if changes are pending')
    .option('--detail', 'show every field, also of new objects, and the source of each value')
    .option('--strict', 'fail if the cluster could not verify a change, or denies a permission that apply needs')
    .option(
      '--revision <current|n>',
      'plan the content of a release, not of the files: current (the last release) or a number',
    )
    .option(
      '--save <file>',
      'save the plan for "gantry apply FILE"; with several stacks or workspaces, FILE is a directory of plans',
    )
    .option('--from <file>', 'show a saved plan, without contacting the cluster')
    .option(
      '--chart <name=version>',
      'try another version of a chart, without changing files, and show the values that it drops (repeatable)',
      collect,
    )
    .action(async (flags: Flags) => {
      const session = await open();
      const several = readSeveral(flags, session);
      if (several !== undefined) return previewEach(flags, several, session);
      const start = session.globals.stack.directory ?? session.deps.cwd;
      if (flags.chart !== undefined) return previewCharts(flags, flags.chart, session, run);
      if (flags.from !== undefined) {
        const {directory: _, ...given} = session.globals.stack;
        return session.print(planResult(await show(await readFrom(flags.from, flags, start), given), session, flags));
      }
      const strict = flags.strict === true ? {strict: true} : {};
      const planned = {...planRequest(flags, session), ...strict, ...readRevision(flags), operation: 'apply' as const};
      const request = await withImagesFrom(planned, flags, session);
      if (flags.save === undefined) {
        try {
          return await session.print(planResult(await run(request, session.deps), session, flags));
        } catch (error) {
          const selection = withMakersFor(error, {flags}, session);
          if (selection === undefined) throw error;
          return previewEach(flags, selection, session);
        }
      }
      const file = resolve(start, flags.save);
      await session.print(planResult(await save({...request, file}, session.deps), session, {...flags, file}));
      session.say(({cwd}) => `Saved. "gantry apply ${shownFile(file, cwd)}" applies exactly this plan, or nothing.\n`);
    });

/** Plans the stack with other versions of its charts. Such a plan cannot be applied, because the files have other versions. */
async function previewCharts(
  flags: Flags,
  charts: readonly string[],
  session: Session,
  run: PreviewRelease,
): Promise<void> {
  for (const name of ['save', 'from', 'revision', 'specFile'] as const)
    if (flags[name] !== undefined)
      throw usageError(`--chart and --${name === 'specFile' ? 'spec-file' : name} cannot be used together.`);
  const strict = flags.strict === true ? {strict: true} : {};
  const request = {...planRequest(flags, session), ...strict, charts, operation: 'apply' as const};
  const plan = await run(request, session.deps);
  const {compareCharts} = await import('../../../app/chart/compare-charts.ts');
  const trials = await compareCharts(request, plan, session.deps);
  const result = planResult(plan, session, flags);
  const {chartTrialsText} = await import('../../../ui/text/chart/chart-trials-text.ts');
  await session.print({
    ...result,
    document: {...plan, trials},
    text: async (style) => `${await result.text(style)}\n${chartTrialsText(trials, style)}`,
  });
}

/** Returns the path of the saved plan of `--from`. @throws GantryError `input/usage` for flags that exclude it, or a directory. */
async function readFrom(from: string, flags: Flags, start: string): Promise<string> {
  refuseShape(flags, 'preview --from');
  if (flags.save !== undefined) throw usageError('--from and --save cannot be used together.');
  if (flags.strict === true)
    throw usageError('--from contacts no cluster, so that --strict has no effect.', 'Use --strict with --save.');
  const file = resolve(start, from);
  if (await isPlanDirectory(file))
    throw usageError(
      `--from ${from}: this is a directory, and plans are shown one at a time.`,
      `Show each with "gantry preview --from ${oneOf(from)}".`,
    );
  return file;
}

async function previewEach(flags: Flags, several: StackSelection, session: Session): Promise<void> {
  if (flags.from !== undefined) refuseSelection();
  refuseForSeveral({'--images-from': flags.imagesFrom, '--chart': flags.chart});
  if (flags.save !== undefined && flags.save.endsWith('.json'))
    throw usageError(
      `--save ${flags.save}: several stacks or workspaces are selected, and each plan needs its own file.`,
      'Pass a directory, for example --save plans/.',
    );
  const {previewSeveral} = await import('../../several/preview-several.ts');
  const {exitCode = false, detail = false, strict, save} = flags;
  const request = {
    ...shapeForSeveral(flags, session),
    ...defined({strict: strict === true ? strict : undefined}),
    operation: 'apply' as const,
  };
  const made = {...several, withMakers: true};
  const selection = flags.withDependants === true ? {...made, withDependants: request} : made;
  await previewSeveral({selection, request, exitCode, detail, save}, session);
}
