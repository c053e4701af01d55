import {GantryError} from '../../core/failure/failure.ts';
import {hasChanges} from '../../core/plan/summary.ts';
import type {Deps} from '../deps.ts';
import {type ApplyCurrent, applyCurrent} from '../plan/apply-plan-file.ts';
import {preparePlan} from '../plan/prepare-plan.ts';
import type {ApplyOutcome} from '../plan/release-requests.ts';
import {recordsSame} from '../release/records-same.ts';

/**
 * Creates in a shared stack the resources that another stack claims. If another run has created them at the same time, nothing is left to do.
 * @throws GantryError as applyCurrent does
 */
export async function applyClaims(current: ApplyCurrent, deps: Deps): Promise<ApplyOutcome> {
  try {
    return await applyCurrent(current, deps);
  } catch (error) {
    if (!(error instanceof GantryError) || error.failure.code !== 'plan/stale') throw error;
    await using again = await preparePlan(current.request, deps);
    const isMade = !hasChanges(again.plan) && recordsSame(again, again.records.history.last);
    if (!isMade || again.records.history.last?.phase !== 'succeeded') throw error;
    return {kind: 'unchanged', plan: again.plan};
  }
}
