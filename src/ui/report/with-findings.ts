import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {isError} from '../../core/diagnostic/diagnostic.ts';
import type {CaseSubject, ReportCase} from '../../core/report/report-case.ts';

/** Gives each case what was found about its resource; what is left becomes cases of its own. */
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

/** One case for each resource, or else each file, or else each kind of remark. */
export const diagnosticCases = (diagnostics: readonly Diagnostic[], about: CaseSubject): readonly ReportCase[] =>
  [...Map.groupBy(diagnostics, ({resource, at, code}) => resource ?? at?.file ?? code)].map(([name, findings]) =>
    judged({about, name, outcome: 'passed', findings}),
  );

/** What has an error did not pass, and says the first one. */
function judged(one: ReportCase): ReportCase {
  const error = one.findings.find(isError);
  if (error === undefined || one.outcome !== 'passed') return one;
  return {...one, outcome: 'failed', code: error.code, message: error.message};
}
