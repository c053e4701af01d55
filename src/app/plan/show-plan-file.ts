import {readPlanFile} from '../../config/plan-file.ts';
import type {Plan} from '../../core/plan/plan.ts';
import {refuseOtherStack, refuseOtherWorkspace} from './refuse-other-stack.ts';
import type {StackRequest} from './release-requests.ts';

/**
 * Returns a saved plan as it was shown when it was saved. Reads neither the files nor the cluster nor the backend.
 * @param given a stack and a workspace that it must match
 * @throws GantryError plan/unreadable; input/usage if it is for something else.
 */
export async function showPlanFile(file: string, given: Omit<StackRequest, 'directory'> = {}): Promise<Plan> {
  const {plan} = readPlanFile(file);
  refuseOtherStack(plan, given);
  refuseOtherWorkspace(plan, given);
  return plan;
}
