import {NO_PERMISSIONS} from '../../core/plan/permissions.ts';
import type {Plan} from '../../core/plan/plan.ts';
import {stackText} from '../../core/stacks/stack-name.ts';
import type {Deps} from '../deps.ts';
import {eachStack, type StackRun} from '../stacks/each-stack.ts';
import {planStacks} from '../stacks/plan-stacks.ts';
import type {SelectedStack} from '../stacks/selection.ts';
import {interrupted} from './interrupted.ts';
import {failed, type Reading, readCell, reading} from './read-cell.ts';
import type {ReportCell} from './report.ts';

/** The stacks of a report in one workspace. */
export type ReadColumn = {
  readonly workspace: string;
  /** No project has the workspace. Otherwise one of another project may have it. */
  readonly isUnknown: boolean;
  readonly stacks: readonly SelectedStack[];
  /** The stacks that have files here, by PROJECT/STACK. The others have no plan. */
  readonly withFiles: ReadonlySet<string>;
  readonly parallel?: number | undefined;
};

/**
 * Reads all cells of one workspace: first what was released, then the plans, in which each stack sees the planned changes of the stacks that it
 * depends on.
 */
export async function readColumn(
  {workspace, isUnknown, stacks, withFiles, parallel}: ReadColumn,
  deps: Deps,
): Promise<readonly ReportCell[]> {
  const read = await eachStack(
    {
      stacks,
      parallel,
      step: 'look',
      dependants: 'run',
      run: ({project, stack, name, location, request}, own) =>
        // The name leads to the releases even if the files are invalid.
        readCell({project, stack, workspace}, location === undefined ? {...request, stack: name} : request, own),
    },
    deps,
  );
  const cells = read.map((run) => valueOf(run, deps.signal));
  const lost = new Set(cells.filter(isLost).map(stackText));
  const planned = stacks.filter(({name}) => withFiles.has(name) && !lost.has(name));
  const plans = await plansOf({stacks: planned, parallel}, deps);
  return cells.map((cell) => {
    const name = stackText(cell);
    return lost.has(name) && withFiles.has(name)
      ? withoutPlan(cell)
      : {...cell, ...withPlan(cell, plans.get(name), isUnknown)};
  });
}

/** Reports whether the releases or the cluster could not be read. A plan would fail for the same reason, after as long a time. */
const isLost = ({failures}: ReportCell): boolean => failures.some(preventsPlan);

const preventsPlan = ({parts}: ReportCell['failures'][number]): boolean =>
  parts.includes('release') || parts.includes('status');

const withoutPlan = (cell: ReportCell): ReportCell => ({
  ...cell,
  failures: cell.failures.map((one) => (preventsPlan(one) ? {...one, parts: [...one.parts, 'plan']} : one)),
});

function withPlan(
  {failures, release}: ReportCell,
  plan: Reading<Plan> | undefined,
  isUnknown: boolean,
): Partial<ReportCell> {
  if (plan === undefined) return {};
  if ('value' in plan) return {plan: plan.value};
  // Another project of the report has this workspace, and the project of this stack has not.
  if (plan.failure.code === 'workspace/not-found' && release === undefined && !isUnknown) return {};
  return {failures: [...failures, ...failed('plan', plan)]};
}

type Planning = Pick<ReadColumn, 'stacks' | 'parallel'>;

async function plansOf(planning: Planning, deps: Deps): Promise<ReadonlyMap<string, Reading<Plan>>> {
  const request = {operation: 'apply', permissions: NO_PERMISSIONS, images: []} as const;
  const runs = await planStacks({...planning, request, use: 'look'}, deps);
  return new Map(
    await Promise.all(
      runs.map(async (run) => [run.stack.name, await reading(async () => valueOf(run, deps.signal).plan)] as const),
    ),
  );
}

/** Returns the value of a run. @throws the error of a run that failed, and the reason of an interrupt */
function valueOf<T>(run: StackRun<T>, signal: AbortSignal): T {
  if (run.kind === 'done') return run.value;
  if (run.kind === 'failed') throw run.error;
  throw interrupted(signal);
}
