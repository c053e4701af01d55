import type {DriftReport, StackDrift} from '../../app/detect-drift.ts';
import type {StackStatus} from '../../app/operate/stack-status.ts';
import type {BuildOutcome} from '../../app/plan/release-requests.ts';
import type {ObjectDrift} from '../../core/plan/drift.ts';
import type {ObjectHealth} from '../../core/readiness/health.ts';
import type {CaseSubject, ReportCase} from '../../core/report/report-case.ts';
import {defined} from '../../lib/defined.ts';
import {diagnosisLines} from '../diagnosis-text.ts';
import {driftWarning} from '../github/drift-warnings.ts';
import {fieldLines} from '../markdown/change-markdown.ts';
import {plainPaint} from '../paint.ts';
import {asThere} from '../text/stack/drift-text.ts';
import {failureCase, failureCases} from './failure-cases.ts';
import {withFindings} from './with-findings.ts';

/** A case for each resource that the files make, and for each file that there is a remark on. */
export function buildCases({project, stack, workspace, resources, diagnostics}: BuildOutcome): readonly ReportCase[] {
  const about = {project, stack, ...defined({workspace})};
  return withFindings(
    resources.map(({id}) => ({about, name: id, outcome: 'passed', findings: []})),
    diagnostics,
    about,
  );
}

/** A case for each object of each stack: what has drifted failed. */
export const driftCases = ({stacks, failed}: DriftReport): readonly ReportCase[] => [
  ...stacks.flatMap(driftedStack),
  ...failed.flatMap(({failure, ...about}) => failureCases(failure, about)),
];

function driftedStack(stack: StackDrift): readonly ReportCase[] {
  const about = {project: stack.project, stack: stack.stack, workspace: stack.workspace};
  return withFindings(
    stack.objects.map((object) => driftCase(object, stack, about)),
    stack.diagnostics,
    about,
  );
}

function driftCase(object: ObjectDrift, stack: StackDrift, about: CaseSubject): ReportCase {
  const {id, drift, fields} = object;
  if (drift === 'none') return {about, name: id, outcome: 'passed', findings: []};
  const finding = driftWarning(object, stack);
  return {
    about,
    name: id,
    outcome: 'failed',
    code: finding.code,
    message: finding.message,
    details: fieldLines({action: 'update', fields: fields.map(asThere)}),
    findings: [finding],
  };
}

/** A case for each object: all that is not ready failed. */
export function statusCases(status: StackStatus): readonly ReportCase[] {
  const {project, stack, workspace, objects, diagnostics, failure} = status;
  const about = {project, stack, workspace};
  return [
    ...withFindings(
      objects.map((object) => healthCase(object, about, failure === undefined)),
      diagnostics,
      about,
    ),
    ...(failure === undefined ? [] : [failureCase(failure, about)]),
  ];
}

function healthCase({id, health, message, trouble}: ObjectHealth, about: CaseSubject, looked: boolean): ReportCase {
  const one = {about, name: id, message, findings: []};
  if (!looked) return {...one, outcome: 'skipped'};
  if (health === 'ready') return {...one, outcome: 'passed'};
  const code = `status/${health}`;
  return {
    ...one,
    outcome: 'failed',
    code,
    message: `${health}: ${message}`,
    details: diagnosisLines(trouble, {paint: plainPaint}),
    findings: [{severity: 'warning', code, message: `${health}: ${message}`, resource: id}],
  };
}
