import {readPlanFile} from '../../config/plan-file.ts';
import type {Plan} from '../../core/plan/plan.ts';
import {refuseOtherStack, refuseOtherWorkspace} from './refuse-other-stack.ts';
import type {StackRequest} from './release-requests.ts';

/**
 * A saved plan as it was shown when it was saved. Asks neither the files nor the cluster nor the backend.
 * @param given a stack and a workspace that it must be for
 * @throws GantryError plan/unreadable; input/usage where it is for something else.
 */
export async function showPlanFile(file: string, given: Omit<StackRequest, 'directory'> = {}): Promise<Plan> {
  const {plan} = readPlanFile(file);
  refuseOtherStack(plan, given);
  refuseOtherWorkspace(plan, given);
  return plan;
}
