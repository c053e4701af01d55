import type {ReportCase} from '../core/report/report-case.ts';
import {unreachable} from '../lib/unreachable.ts';
import {codeQualityReport, mergeRequestReport} from '../ui/report/code-quality.ts';
import {junitReport} from '../ui/report/junit.ts';
import type {ReportRun} from '../ui/report/report-run.ts';
import {sarifReport} from '../ui/report/sarif.ts';
import type {CaseFormat} from './flags/report-flag.ts';

/** The cases of a run in the format of a tool that shows tests or findings. */
export function caseReport(format: CaseFormat, cases: readonly ReportCase[], run: ReportRun): string {
  switch (format) {
    case 'junit':
      return junitReport(cases, run);
    case 'sarif':
      return sarifReport(cases, run);
    case 'gitlab-codequality':
      return codeQualityReport(cases, run);
    case 'gitlab-terraform':
      return mergeRequestReport(cases);
    default:
      return unreachable(format);
  }
}
