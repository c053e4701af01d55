import type {AppliedOutcome, StepOutcome} from '../../app/plan/release-requests.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {Change} from '../../core/plan/plan.ts';
import {defined} from '../../lib/defined.ts';
import {failureText} from '../failure-text.ts';
import {placeOf} from './plan-warnings.ts';

/** Returns a diagnostic for each failed step, with the line of the file if known. The failure of the run only counts them. */
export function failedSteps({plan, steps, rollback}: AppliedOutcome): readonly Diagnostic[] {
  const changes = new Map(plan.changes.map((change) => [change.id, change]));
  const own = steps.filter(({outcome}) => outcome === 'failed').map((step) => failedStep(step, changes.get(step.id)));
  return rollback?.kind === 'applied' ? [...own, ...failedSteps(rollback.outcome)] : own;
}

/** @param change what the plan says of it: the first field that has a line is where a reviewer looks. */
export function failedStep({id, failure}: StepOutcome, change: Change | undefined): Diagnostic {
  const {message, hint} =
    failure === undefined ? {message: 'the cause is unknown', hint: undefined} : failureText(failure);
  return {
    severity: 'error',
    code: failure?.code ?? 'apply/partial',
    message,
    resource: id,
    ...defined({hint}),
    ...placeOf(change?.fields.find(({at}) => at !== undefined)),
  };
}
