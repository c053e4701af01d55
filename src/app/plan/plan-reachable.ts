import type {RuntimePlan} from '../../ports/runtime-plan.ts';
import {withoutUnread} from '../release/unread-objects.ts';
import type {PlanInput, PlanScope} from './plan-input.ts';

/** The part of a stack that could be planned, and the plan of the runtimes for it. */
export type PlannedScope = {readonly scope: PlanScope; readonly made: RuntimePlan};

/** Plans what can be read. A destroy goes on without the objects of an API that is unavailable; any other plan is refused. */
export async function planReachable(
  {scope: whole, ...input}: PlanInput,
  plan: (input: PlanInput) => Promise<RuntimePlan>,
): Promise<PlannedScope> {
  const {request, records} = input;
  const mayLeaveOut = request.operation === 'destroy' && request.orphan === undefined;
  for (let scope = whole; ; ) {
    try {
      return {scope, made: await plan({...input, scope})};
    } catch (error) {
      const rest = mayLeaveOut ? withoutUnread(scope, records.history, error) : undefined;
      if (rest === undefined) throw error;
      scope = rest;
    }
  }
}
