import {join} from 'node:path';
import {readableText, writePlanFile} from '../../config/plan-file.ts';
import {writePlanSet} from '../../config/plan-set.ts';
import type {PlanOfSet} from '../../core/plan/plan-set.ts';
import type {Deps} from '../deps.ts';
import type {StackRun} from './each-stack.ts';
import type {PlannedStack} from './plan-stack.ts';

/** Plans of several stacks to write into a directory. */
export type SavePlans = {
  readonly directory: string;
  readonly runs: readonly StackRun<PlannedStack>[];
  /** How long each file may be; default: what is read of a saved plan. */
  readonly mostBytes?: number;
};

/**
 * Keeps the plans of a run: one file each, and one that says which they are, in which order. Of none, too: what applies the directory
 * need not ask whether anything changed.
 * @throws GantryError input/usage where one of them is too large, before any is written.
 */
export function savePlans({directory, runs, mostBytes}: SavePlans, deps: Pick<Deps, 'gantryVersion' | 'clock'>): void {
  const plans = runs.flatMap((run) => {
    if (run.kind !== 'done' || run.value.file === undefined) return [];
    const {plan, file: saved} = run.value;
    const {project, stack, workspace} = plan;
    const file = `${project}/${stack}.plan.json`;
    const one: PlanOfSet = {project, stack, workspace, file, digest: saved.digest, after: run.stack.after};
    return [{one, saved, path: join(directory, file)}];
  });
  // A part of the plans would be of no use.
  if (plans.length > 1) for (const {path, saved} of plans) readableText(path, saved, mostBytes);
  for (const {path, saved} of plans) writePlanFile(path, saved, mostBytes);
  const {gantryVersion, clock} = deps;
  const createdAt = clock.now().toISOString();
  writePlanSet(directory, {formatVersion: 1, gantryVersion, createdAt, stacks: plans.map(({one}) => one)});
}
