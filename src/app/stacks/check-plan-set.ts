import {stackKey} from '../../core/event.ts';
import {isBlocked} from '../../core/plan/summary.ts';
import type {Deps} from '../deps.ts';
import {blockedFailure} from '../plan/blocked-failure.ts';
import {refuseStale} from '../plan/refuse-stale.ts';
import {openSealedPlan} from '../plan/sealed-plan.ts';
import type {ApplyPlanSet} from './apply-plan-set.ts';
import {eachStack, type StackRun} from './each-stack.ts';
import {earlierOf} from './earlier-of.ts';
import {openPlanSet} from './open-plan-set.ts';
import {type PlannedStack, planStack} from './plan-stack.ts';
import {namesIn} from './same-run-stacks.ts';

/**
 * Reports for each of several saved plans whether an apply of all of them would be accepted now. Each plan is recreated together with the plans that
 * it was saved with. Takes no lock and writes nothing.
 * @throws GantryError plan/unreadable.
 */
export async function checkPlanSet(
  {set, directory, parallel, wait}: Omit<ApplyPlanSet, 'run'> & {readonly wait: boolean},
  deps: Deps,
): Promise<readonly StackRun<PlannedStack>[]> {
  const {stacks, plans} = openPlanSet({set, directory});
  const planned = new Map<string, PlannedStack>();
  return eachStack(
    {
      stacks,
      parallel,
      step: 'look',
      dependants: 'run',
      run: async (stack, own) => {
        const file = plans.get(stackKey(stack))?.path ?? '';
        const {saved, request, backend} = await openSealedPlan({...stack.request, file}, own);
        const {operation} = request;
        const sameRun = {...earlierOf(stack, {stacks, planned, operation}), stacks: namesIn(stacks)};
        const made = await planStack({stack, request, sameRun, use: 'apply', wait}, {...own, backend});
        refuseStale(saved, made, file);
        if (isBlocked(made.plan)) throw blockedFailure(made.plan);
        planned.set(stackKey(stack), made);
        return made;
      },
    },
    deps,
  );
}
