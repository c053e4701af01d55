import {GantryError} from '../../core/failure/failure.ts';
import type {Plan} from '../../core/plan/plan.ts';
import {isBlocked} from '../../core/plan/summary.ts';
import type {Deps} from '../deps.ts';
import {blockedFailure} from './blocked-failure.ts';
import {basesOf} from './plan-bases.ts';
import {preparePlan} from './prepare-plan.ts';
import {isSuspended} from './prepared-plan.ts';
import {refuseForbidden} from './refuse-forbidden.ts';
import {refuseStale} from './refuse-stale.ts';
import type {StackRequest} from './release-requests.ts';
import {openSealedPlan} from './sealed-plan.ts';

/** A saved plan to check. */
export type CheckPlanFile = StackRequest & {
  readonly file: string;
  /** True if the apply will wait until the resources are ready, which needs more permissions. */
  readonly wait: boolean;
};

/**
 * Reports whether an apply of a saved plan would be accepted now, and returns the plan. Takes no lock and writes nothing.
 * @throws GantryError with the same codes as an apply of the file before its first write: plan/unreadable, plan/stale, plan/blocked,
 * permission/denied.
 */
export async function checkPlanFile({file, wait, ...place}: CheckPlanFile, given: Deps): Promise<Plan> {
  const {saved, request, backend} = await openSealedPlan({file, ...place}, given);
  const deps = {...given, backend};
  await using prepared = await preparePlan(request, deps, 'look');
  const {plan} = prepared;
  refuseStale(saved, {plan, bases: basesOf(prepared)}, file);
  if (isSuspended(prepared)) throw new GantryError({code: 'workspace/suspended', name: plan.workspace});
  await refuseForbidden(prepared, {wait}, deps);
  if (isBlocked(plan)) throw blockedFailure(plan);
  return plan;
}
