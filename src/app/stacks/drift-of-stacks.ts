import {GantryError} from '../../core/failure/failure.ts';
import type {Deps} from '../deps.ts';
import type {DriftReport, detectDrift} from '../detect-drift.ts';
import {eachStack} from './each-stack.ts';
import type {SelectedStack} from './selection.ts';

/** Stacks whose drift is reported, and how many of them at once. */
export type Drifting = {readonly stacks: readonly SelectedStack[]; readonly parallel?: number | undefined};

/** Reports the drift of several stacks; one that cannot be read does not hide the others. */
export async function driftOfStacks(
  {stacks, parallel}: Drifting,
  deps: Deps,
  detect: typeof detectDrift,
): Promise<DriftReport> {
  const runs = await eachStack(
    {
      stacks,
      parallel,
      step: 'look',
      dependants: 'run',
      run: ({request}, own) => detect({...request, all: false}, own),
    },
    deps,
  );
  const failed = runs.flatMap((run) => {
    if (run.kind !== 'failed') return [];
    if (!(run.error instanceof GantryError) || run.error.failure.code === 'cancelled') throw run.error;
    const {project, stack, request} = run.stack;
    return [{project, stack, workspace: run.workspace ?? request.workspace ?? '', failure: run.error.failure}];
  });
  deps.signal.throwIfAborted();
  return {
    formatVersion: 1,
    stacks: runs.flatMap((run) => (run.kind === 'done' ? run.value.stacks : [])),
    failed,
  };
}
