import type {Action} from '../../core/plan/plan.ts';
import type {ReportCase} from '../../core/report/report-case.ts';
import {jsonText} from '../json.ts';
import {printable} from '../printable.ts';
import {fileInCheckout} from './file-in-checkout.ts';
import {findingsOf} from './finding.ts';
import type {ReportRun} from './report-run.ts';

const SEVERITY = {error: 'major', warning: 'minor', note: 'info'} as const;

/** Returns the findings for GitLab's Code Quality widget (`artifacts: reports: codequality`), which does not support SARIF. */
export function codeQualityReport(cases: readonly ReportCase[], {places, fallbackFile}: ReportRun): string {
  return jsonText(
    findingsOf(cases, places).map(({code, severity, message, hint, resource, at, fingerprint}) => {
      const file = at === undefined ? undefined : fileInCheckout(at.file, places);
      const about = resource === undefined || message.includes(resource) ? '' : `${resource}: `;
      return {
        description: printable(`${about}${message}${hint === undefined ? '' : ` (${hint})`}`),
        check_name: code,
        fingerprint,
        severity: SEVERITY[severity],
        location: {path: file ?? fallbackFile, lines: {begin: file === undefined ? 1 : (at?.line ?? 1)}},
      };
    }),
  );
}

const COUNTED: Readonly<Record<'create' | 'update' | 'delete', readonly Action[]>> = {
  create: ['create', 'replace'],
  update: ['update', 'adopt'],
  delete: ['delete', 'replace'],
};

/**
 * Returns the counts of a plan for the widget of a merge request (`artifacts: reports: terraform`). Without a plan there are no counts,
 * and GitLab shows that there is no report, not a plan without changes.
 */
export function mergeRequestReport(cases: readonly ReportCase[]): string {
  if (!cases.some(({action}) => action !== undefined)) return jsonText({});
  const count = (actions: readonly Action[]): number =>
    cases.filter(({action}) => action !== undefined && actions.includes(action)).length;
  return jsonText({create: count(COUNTED.create), update: count(COUNTED.update), delete: count(COUNTED.delete)});
}
