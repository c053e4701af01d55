import {isError} from '../../core/diagnostic/diagnostic.ts';
import type {Failure} from '../../core/failure/failure.ts';
import type {Plan} from '../../core/plan/plan.ts';
import type {CaseSubject, ReportCase} from '../../core/report/report-case.ts';
import {defined} from '../../lib/defined.ts';
import {diagnosisIn, diagnosisLines} from '../diagnosis-text.ts';
import {detailsOf, diagnosticsOf} from '../error-text.ts';
import {failureText} from '../failure-text.ts';
import {plainPaint} from '../paint.ts';
import {printable} from '../printable.ts';
import {undoneCases} from './plan-cases.ts';
import {diagnosticCases} from './with-findings.ts';

/**
 * Returns the cases of a failed run: each problem is a case; without any, the run is a case.
 * @param plan the one that was refused.
 */
export function failureCases(failure: Failure, about: CaseSubject, plan?: Plan): readonly ReportCase[] {
  const failed = 'causes' in failure && failure.causes.length > 0 ? failure.causes : [failure];
  const cases = failed.flatMap((cause) => casesOf(cause, about));
  if (plan === undefined) return cases;
  const names = new Set(cases.map(({name}) => name));
  return [...undoneCases(plan, 'not applied: the run was refused').filter(({name}) => !names.has(name)), ...cases];
}

function casesOf(failure: Failure, about: CaseSubject): readonly ReportCase[] {
  const own = diagnosticsOf(failure);
  const found = diagnosticCases(own, about);
  if (!own.some(isError)) return [...found, failureCase(failure, about)];
  // The other details (missing permissions) have no line of a file, so that they are in the case of the run.
  return detailsOf(failure).length === 0 ? found : [...found, {...failureCase(failure, about), findings: []}];
}

/** Returns a failure as a case of its resource or of the run. */
export function failureCase(failure: Failure, about: CaseSubject, name = resourceOf(failure) ?? RUN): ReportCase {
  const {message, hint} = failureText(failure);
  const details = failureDetails(failure);
  return {
    about,
    name,
    outcome: JUDGED.has(failure.code.split('/')[0] ?? '') ? 'failed' : 'error',
    code: failure.code,
    message,
    ...defined({details: details.length === 0 ? undefined : details}),
    findings: [
      {
        severity: 'error',
        code: failure.code,
        message,
        ...defined({resource: name.includes(':') ? name : undefined, hint}),
      },
    ],
  };
}

/** The name of the case of the run itself. */
export const RUN = 'run';

// These codes report a wrong state; the others report that the state could not be checked.
const JUDGED: ReadonlySet<string> = new Set(['input', 'plan', 'object', 'import', 'apply', 'wait']);

const resourceOf = (failure: Failure): string | undefined =>
  'resource' in failure && typeof failure.resource === 'string' ? failure.resource : undefined;

/** Returns the details of a failure, then the warnings and logs of the cluster. */
export const failureDetails = (failure: Failure): readonly string[] => [
  ...detailsOf(failure).map(printable),
  ...diagnosisLines(diagnosisIn(failure), {paint: plainPaint}),
];
