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
  /** The maximum size of each file; default: the limit for reading a saved plan. */
  readonly mostBytes?: number;
};

/**
 * Writes the plans of a run: one file each, and an index with their order. It is written without plans, too, so that a pipeline can always
 * apply the directory.
 * @throws GantryError input/usage if one of them is too large, before any is written.
 */
export function savePlans({directory, runs, mostBytes}: SavePlans, deps: Pick<Deps, 'gantryVersion' | 'clock'>): void {
  const plans = runs.flatMap((run) => {
    if (run.kind !== 'done' || run.value.file === undefined) return [];
    const {plan, file: saved} = run.value;
    const {project, stack, workspace} = plan;
    const isOfMany = run.stack.workspace !== undefined;
    const file = `${isOfMany ? `${workspace}/` : ''}${project}/${stack}.plan.json`;
    const ofWorkspace = isOfMany ? `/${workspace}` : '';
    const after = run.stack.after.map((key) =>
      key.endsWith(ofWorkspace) ? key.slice(0, key.length - ofWorkspace.length) : key,
    );
    const one: PlanOfSet = {project, stack, workspace, file, digest: saved.digest, after};
    return [{one, saved, path: join(directory, file)}];
  });
  // An incomplete set of plans would be useless.
  if (plans.length > 1) for (const {path, saved} of plans) readableText(path, saved, mostBytes);
  for (const {path, saved} of plans) writePlanFile(path, saved, mostBytes);
  const {gantryVersion, clock} = deps;
  const createdAt = clock.now().toISOString();
  writePlanSet(directory, {formatVersion: 1, gantryVersion, createdAt, stacks: plans.map(({one}) => one)});
}
