import {isAbsolute, join, normalize} from 'node:path';
import {readPlanFile, unreadablePlan} from '../../config/plan-file.ts';
import {readPlanSet} from '../../config/plan-set.ts';
import {stackDirectory} from '../../config/stack-search.ts';
import {stackKey} from '../../core/event.ts';
import type {PlanFile} from '../../core/plan/plan-file.ts';
import type {PlanOfSet} from '../../core/plan/plan-set.ts';
import {stackText} from '../../core/stacks/stack-name.ts';
import {awaiting} from './apply-stacks.ts';
import {inWorkspace} from './in-workspace.ts';
import type {SelectedStack} from './selection.ts';

/** The saved plans of several stacks. */
export type OpenedPlanSet = {
  /** The stacks in their order; each waits for the stacks whose changes its plan was made with. */
  readonly stacks: readonly SelectedStack[];
  /** The plans by the keys of their stacks. */
  readonly plans: ReadonlyMap<string, SavedPlan>;
};

/**
 * Opens a directory of saved plans.
 * @param directory where stacks are searched
 * @throws GantryError plan/unreadable.
 */
export function openPlanSet({set, directory}: {readonly set: string; readonly directory: string}): OpenedPlanSet {
  const {stacks} = readPlanSet(set);
  // Only in a set of several workspaces a stack can occur more than once.
  const isOfMany = new Set(stacks.map(stackText)).size < stacks.length;
  const saved = stacks.map((one) => {
    const stack = selected(one, directory);
    return {one: isOfMany ? inWorkspace(stack, one.workspace) : withoutWorkspaces(stack), plan: planOf(one, set)};
  });
  return {
    stacks: saved.map(({one, plan}) => awaiting(one, plan.bases)),
    plans: new Map(saved.map(({one, plan}) => [stackKey(one), plan])),
  };
}

/** Removes the workspaces from the keys of the stacks that a stack waits for: each stack occurs only once. */
const withoutWorkspaces = (stack: SelectedStack): SelectedStack => ({
  ...stack,
  after: stack.after.map((key) => key.split('/').slice(0, 2).join('/')),
});

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

/** Returns the directory of a stack. A plan of a release needs only the name, because it has no files. */
function placeOf(stack: string, directory: string): string {
  try {
    return stackDirectory({directory, stack});
  } catch {
    return directory;
  }
}
