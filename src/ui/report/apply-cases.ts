import type {AppliedOutcome, ApplyOutcome, AutomaticRollback, StepOutcome} from '../../app/plan/release-requests.ts';
import type {Change} from '../../core/plan/plan.ts';
import type {CaseSubject, ReportCase} from '../../core/report/report-case.ts';
import {stepFailureText} from '../failure-text.ts';
import {failedStep} from '../github/failed-steps.ts';
import {failureCase, failureDetails} from './failure-cases.ts';
import {planCases, subjectOf, undoneCases} from './plan-cases.ts';
import {withFindings} from './with-findings.ts';

/** A case for each step of an apply or destroy, with its time; what had nothing to do passed. */
export function applyCases(outcome: ApplyOutcome): readonly ReportCase[] {
  if (outcome.kind === 'unchanged') return planCases(outcome.plan);
  if (outcome.kind === 'declined') return undoneCases(outcome.plan, 'not applied: the answer was no');
  return appliedCases(outcome);
}

function appliedCases(outcome: AppliedOutcome): readonly ReportCase[] {
  const {plan, steps, rollback} = outcome;
  const about = subjectOf(plan);
  const own = [...plan.changes.flatMap((change) => changeCases(change, outcome)), ...extraSteps(outcome, about)];
  return [
    // The warnings of an executed plan no longer apply; its diagnostics do.
    ...withFindings(own, plan.diagnostics, about),
    ...runCases(outcome, steps),
    ...(rollback === undefined ? [] : rollbackCases(rollback, about)),
  ];
}

function changeCases(change: Change, {plan, steps}: AppliedOutcome): readonly ReportCase[] {
  const {id, action} = change;
  const about = subjectOf(plan);
  const own = steps.filter((step) => step.id === id);
  if (own.length > 0) return own.map((step) => stepCase(step, about, change));
  const one = {about, name: id, action, findings: []};
  const rests = action === 'unchanged' || action === 'retain';
  return [rests ? {...one, outcome: 'passed'} : {...one, outcome: 'skipped', message: 'not reached'}];
}

/** Returns the steps that the plan does not list. */
function extraSteps({plan, steps}: AppliedOutcome, about: CaseSubject): readonly ReportCase[] {
  const known = new Set(plan.changes.map(({id}) => id));
  return steps.filter(({id}) => !known.has(id)).map((step) => stepCase(step, about));
}

/** Returns the case of one step. */
export function stepCase(step: StepOutcome, about: CaseSubject, change?: Change): ReportCase {
  const {id, action, outcome, seconds, failure, because} = step;
  const one = {about, name: id, action, seconds, findings: []};
  if (outcome === 'done') return {...one, outcome: 'passed'};
  if (outcome === 'skipped')
    return {...one, outcome: 'skipped', message: because === undefined ? 'not reached' : skippedBecause(because)};
  const message = stepFailureText(id, failure);
  if (failure === undefined) return {...one, outcome: 'failed', message};
  const {code, details = failureDetails(failure)} = failureCase(failure, about, id);
  const findings = [failedStep(step, change)];
  return {...one, outcome: 'failed', code, message, details, findings};
}

const skippedBecause = (because: string): string => (because.includes(' ') ? because : `because of ${because}`);

/** A failure that no step has: a lock that was lost, an interruption. */
function runCases({failure, plan}: AppliedOutcome, steps: readonly StepOutcome[]): readonly ReportCase[] {
  if (failure === undefined) return [];
  const told = failure.code === 'apply/partial' || steps.some((step) => step.failure?.code === failure.code);
  return told && steps.some(({outcome}) => outcome === 'failed') ? [] : [failureCase(failure, subjectOf(plan))];
}

function rollbackCases(rollback: AutomaticRollback, about: CaseSubject): readonly ReportCase[] {
  if (rollback.kind === 'stopped') return [failureCase(rollback.failure, about, 'rollback')];
  // Without an action, because only the actions of the first plan are counted.
  return appliedCases(rollback.outcome).map(({action: _, ...one}) => ({...one, name: `rollback: ${one.name}`}));
}
