import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {isError} from '../../core/diagnostic/diagnostic.ts';
import type {CaseSubject, ReportCase} from '../../core/report/report-case.ts';

/** Adds to each case the findings about its resource. Other findings become cases of their own. */
export function withFindings(
  cases: readonly ReportCase[],
  diagnostics: readonly Diagnostic[],
  about: CaseSubject,
): readonly ReportCase[] {
  const known = new Set(cases.map(({name}) => name));
  const isKnown = ({resource}: Diagnostic): boolean => resource !== undefined && known.has(resource);
  const found = Map.groupBy(diagnostics.filter(isKnown), ({resource}) => resource);
  return [
    ...cases.map((one) => {
      const own = found.get(one.name);
      return own === undefined ? one : judged({...one, findings: [...one.findings, ...own]});
    }),
    ...diagnosticCases(
      diagnostics.filter((diagnostic) => !isKnown(diagnostic)),
      about,
    ),
  ];
}

/** Groups findings into cases: by resource, else by file, else by the kind of remark. */
export const diagnosticCases = (diagnostics: readonly Diagnostic[], about: CaseSubject): readonly ReportCase[] =>
  [...Map.groupBy(diagnostics, ({resource, at, code}) => resource ?? at?.file ?? code)].map(([name, findings]) =>
    judged({about, name, outcome: 'passed', findings}),
  );

/** Marks a case with an error as failed, with the first error as its message. */
function judged(one: ReportCase): ReportCase {
  const error = one.findings.find(isError);
  if (error === undefined || one.outcome !== 'passed') return one;
  return {...one, outcome: 'failed', code: error.code, message: error.message};
}
