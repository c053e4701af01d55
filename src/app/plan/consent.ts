import {PERMISSION_FLAG} from '../../core/plan/permissions.ts';
import type {Plan} from '../../core/plan/plan.ts';
import {isBlocked, withoutBlocks} from '../../core/plan/summary.ts';
import type {PreparedPlan} from './prepared-plan.ts';
import type {ApplyRequest} from './release-requests.ts';

/** The user's answer to a plan whose deletions are blocked. */
export type Consent =
  /** Nothing is blocked, or other changes than deletions are, or nobody can be asked. */
  | {readonly kind: 'unasked'}
  | {readonly kind: 'declined'}
  /** The same plan with the deletions permitted. */
  | {readonly kind: 'given'; readonly plan: Plan};

/** Asks for the word that permits the deletions of a plan, where that is all it lacks. */
export async function askForDeletions(
  prepared: Pick<PreparedPlan, 'plan' | 'changes'>,
  {permit}: Pick<ApplyRequest, 'permit'>,
): Promise<Consent> {
  const {plan} = prepared;
  if (permit === undefined || !isBlocked(plan) || !lacksOnlyDeletions(prepared)) return {kind: 'unasked'};
  return (await permit(plan)) ? {kind: 'given', plan: withoutBlocks(plan)} : {kind: 'declined'};
}

/**
 * Reports whether the plan is blocked only by deletions that the stack's name permits. Others are refused before the user types the name.
 */
const lacksOnlyDeletions = ({plan, changes}: Pick<PreparedPlan, 'plan' | 'changes'>): boolean =>
  plan.changes.every(
    ({blocked}) =>
      blocked === undefined || (blocked.needs.startsWith(PERMISSION_FLAG.allowDelete) && blocked.byId !== true),
  ) && changes.every(({denied}) => denied === undefined);
