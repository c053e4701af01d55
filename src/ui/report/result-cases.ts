import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {Failure} from '../../core/failure/failure.ts';
import type {Plan} from '../../core/plan/plan.ts';
import type {CaseSubject, ReportCase} from '../../core/report/report-case.ts';
import type {CommandFailure} from '../command-failure.ts';
import {failureCases, RUN} from './failure-cases.ts';
import {diagnosticCases, withFindings} from './with-findings.ts';

type Answer = {readonly failure?: Failure | undefined; readonly diagnostics?: readonly Diagnostic[]};

/** Returns the run as the only case, for a command that lists no cases. */
export function resultCases({failure, diagnostics = []}: Answer, about: CaseSubject): readonly ReportCase[] {
  const cases: readonly ReportCase[] =
    failure === undefined ? [{about, name: RUN, outcome: 'passed', findings: []}] : failureCases(failure, about);
  return withFindings(cases, diagnostics, about);
}

/** Returns the cases of a command that failed without a result. */
export const commandFailureCases = (
  {failure, diagnostics, title}: Pick<CommandFailure, 'failure' | 'diagnostics' | 'title'>,
  about: CaseSubject,
  plan?: Plan,
): readonly ReportCase[] =>
  failure === undefined
    ? diagnosticCases(diagnostics, about).map((one) => ({...one, name: RUN, outcome: 'error', message: title}))
    : failureCases(failure, about, plan);
