import {GantryError} from '../../core/failure/failure.ts';
import type {Plan} from '../../core/plan/plan.ts';
import {nameOfReference} from '../../core/workspace/workspace-scope.ts';
import type {StackRequest} from './release-requests.ts';

/**
 * Refuses a `-w` that contradicts the saved plan.
 * @throws GantryError input/usage.
 */
export function refuseOtherWorkspace({workspace}: Pick<Plan, 'workspace'>, {workspace: given}: StackRequest): void {
  if (given === undefined) return;
  if (nameOfReference(given) !== workspace) throw contradiction(`-w ${given}`, `workspace ${workspace}`);
}

/** Refuses a `-s` that contradicts the saved plan, if there are no files that name the stack. */
export function refuseOtherStack(
  {project, stack}: Pick<Plan, 'project' | 'stack'>,
  {stack: given}: Pick<StackRequest, 'stack'>,
): void {
  if (given === undefined || given === stack || given === `${project}/${stack}`) return;
  throw contradiction(`-s ${given}`, `stack ${project}/${stack}`);
}

/** Returns the error for a flag that contradicts the saved plan. */
export const contradiction = (given: string, saved: string): GantryError =>
  new GantryError({
    code: 'input/usage',
    message: `the saved plan is for ${saved}, not for ${given}`,
    hint: 'Leave out the flag: the plan names its stack and workspace.',
  });
