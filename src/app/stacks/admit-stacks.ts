import {hasChanges} from '../../core/plan/summary.ts';
import type {Deps} from '../deps.ts';
import {depsFor} from './deps-for.ts';
import type {StackRun} from './each-stack.ts';
import type {PlannedStack} from './plan-stack.ts';

/**
 * Gets the permission of each protected workspace, and checks that the run can sign where it must, before the first stack is applied, so that a refusal changes nothing in any workspace.
 * @throws GantryError workspace/protected, release/not-signed
 */
export async function admitStacks(planned: readonly StackRun<PlannedStack>[], deps: Deps): Promise<void> {
  for (const one of planned) {
    if (one.kind !== 'done' || !hasChanges(one.value.plan)) continue;
    const {project, stack, workspace} = one.value.plan;
    const backend = await depsFor(one.stack, deps).backend();
    await backend.admit?.({of: 'releases', names: {project, stack, workspace}});
    await backend.signing?.require(workspace);
  }
}
