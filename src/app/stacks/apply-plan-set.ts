import {isAbsolute, join, normalize} from 'node:path';
import {readPlanFile, unreadablePlan} from '../../config/plan-file.ts';
import {readPlanSet} from '../../config/plan-set.ts';
import {stackDirectory} from '../../config/stack-search.ts';
import type {PlanFile} from '../../core/plan/plan-file.ts';
import type {PlanOfSet} from '../../core/plan/plan-set.ts';
import type {Deps} from '../deps.ts';
import {applyPlanFile} from '../plan/apply-plan-file.ts';
import type {ApplyOutcome, ApplyRequest, PreviewRequest} from '../plan/release-requests.ts';
import {awaiting, failureIn} from './apply-stacks.ts';
import {eachStack, type StackRun} from './each-stack.ts';
import type {SameRunStacks} from './same-run-stacks.ts';
import type {SelectedStack} from './selection.ts';

export {isPlanSet} from '../../config/plan-set.ts';

/** An apply of several saved plans. */
export type ApplyPlanSet = {
  /** The directory that `preview --save DIR/` wrote. */
  readonly set: string;
  /** The directory where stacks are searched. */
  readonly directory: string;
  /** The maximum number of stacks that are applied at once. */
  readonly parallel?: number | undefined;
  readonly run: Omit<ApplyRequest, keyof PreviewRequest | 'confirm' | 'permit'>;
};

/**
 * Applies the saved plans of several stacks in the order of their dependencies, each exactly or not at all. A plan that is not applied
 * prevents the plans of its dependents.
 * @throws GantryError plan/unreadable, before anything is applied.
 */
export async function applyPlanSet(
  {set, directory, parallel, run}: ApplyPlanSet,
  deps: Deps,
): Promise<readonly StackRun<ApplyOutcome>[]> {
  const {stacks} = readPlanSet(set);
  const plans = new Map(stacks.map((one) => [`${one.project}/${one.stack}`, planOf(one, set)]));
  const sameRun: SameRunStacks = {earlier: [], stacks: new Set(plans.keys())};
  return eachStack(
    {
      stacks: stacks
        .map((one) => selected(one, directory))
        .map((one) => awaiting(one, plans.get(one.name)?.bases ?? {})),
      parallel,
      step: 'apply',
      hasFailed: (outcome: ApplyOutcome) => failureIn(outcome) !== undefined,
      run: ({name, request}, own) =>
        applyPlanFile({...run, ...request, sameRun, file: plans.get(name)?.path ?? ''}, own),
    },
    deps,
  );
}

type SavedPlan = Pick<PlanFile, 'bases'> & {readonly path: string};

/** Returns exactly the plan that was saved with the others: another plan may be valid alone, but not with these. */
function planOf({file, digest, project, stack}: PlanOfSet, set: string): SavedPlan {
  const path = join(set, file);
  if (isAbsolute(file) || normalize(file).startsWith('..'))
    throw unreadablePlan(path, 'it is outside of the directory');
  const saved = readPlanFile(path);
  if (saved.digest === digest) return {path, bases: saved.bases};
  const problem = `it is not the plan of ${project}/${stack} that was saved with the others`;
  throw unreadablePlan(path, problem, 'Save all plans again.');
}

function selected({project, stack, after}: PlanOfSet, directory: string): SelectedStack {
  const name = `${project}/${stack}`;
  return {project, stack, name, after, request: {directory: placeOf(name, directory), within: directory, stack: name}};
}

/** Returns the directory of a stack; a release has no files, and needs the name only. */
function placeOf(stack: string, directory: string): string {
  try {
    return stackDirectory({directory, stack});
  } catch {
    return directory;
  }
}
