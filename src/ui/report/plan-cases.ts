import type {Change, Plan} from '../../core/plan/plan.ts';
import type {CaseSubject, ReportCase} from '../../core/report/report-case.ts';
import {planWarnings} from '../github/plan-warnings.ts';
import {noteOn} from '../plan/notes.ts';
import {withFindings} from './with-findings.ts';

/** A case for each resource of a plan: what is blocked failed. */
export const planCases = (plan: Plan): readonly ReportCase[] =>
  withFindings(
    plan.changes.map((change) => changeCase(change, subjectOf(plan))),
    [...plan.diagnostics, ...planWarnings(plan)],
    subjectOf(plan),
  );

/** The stack and workspace that a test case names. */
export const subjectOf = ({project, stack, workspace}: Plan): CaseSubject => ({project, stack, workspace});

function changeCase(change: Change, about: CaseSubject): ReportCase {
  const {id, action, blocked} = change;
  const one = {about, name: id, action, findings: []};
  if (blocked !== undefined)
    return {...one, outcome: 'failed', code: 'plan/blocked', message: `blocked: ${blocked.because}`};
  const note = noteOn(change);
  return {...one, outcome: 'passed', message: note};
}

/** Returns the cases of a plan that was not executed. Blocked changes count as failed. */
export const undoneCases = (plan: Plan, why: string): readonly ReportCase[] =>
  planCases(plan).map((one) =>
    one.outcome === 'passed' && one.action !== undefined && one.action !== 'unchanged'
      ? {...one, outcome: 'skipped', message: why}
      : one,
  );
