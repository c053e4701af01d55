import {join} from 'node:path';
import {writePlanFile} from '../../config/plan-file.ts';
import {writePlanSet} from '../../config/plan-set.ts';
import type {PlanOfSet} from '../../core/plan/plan-set.ts';
import type {Deps} from '../deps.ts';
import type {StackRun} from './each-stack.ts';
import type {PlannedStack} from './plan-stack.ts';

/**
 * Keeps the plans of a run: one file each, and one that says which they are, in which order. Of none, too: what applies the directory
 * need not ask whether anything changed.
 */
export function savePlans(
  {directory, runs}: {readonly directory: string; readonly runs: readonly StackRun<PlannedStack>[]},
  deps: Pick<Deps, 'gantryVersion' | 'clock'>,
): void {
  const stacks = runs.flatMap((run): readonly PlanOfSet[] => {
    if (run.kind !== 'done' || run.value.file === undefined) return [];
    const {plan, file: saved} = run.value;
    const {project, stack, workspace} = plan;
    const file = `${project}/${stack}.plan.json`;
    writePlanFile(join(directory, file), saved);
    return [{project, stack, workspace, file, digest: saved.digest, after: run.stack.after}];
  });
  const {gantryVersion, clock} = deps;
  writePlanSet(directory, {formatVersion: 1, gantryVersion, createdAt: clock.now().toISOString(), stacks});
}
