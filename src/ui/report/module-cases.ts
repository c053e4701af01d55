import type {CaseProblem} from '../../app/module/run-case.ts';
import type {ModulesTested} from '../../app/module/test-modules.ts';
import type {ReportCase} from '../../core/report/report-case.ts';
import {defined} from '../../lib/defined.ts';
import {detailsOf, diagnosticsOf} from '../error-text.ts';
import {diffLines, problemTitle} from '../text/module/modules-tested-text.ts';

/** Returns a case for each test of each module, with its time. Diagnostics with positions are findings. */
export const moduleCases = ({modules}: ModulesTested): readonly ReportCase[] =>
  modules.flatMap(({name: module, cases}) =>
    cases.map(({name, seconds, problems}): ReportCase => {
      const [first] = problems;
      return {
        about: {project: 'module', stack: module},
        name,
        outcome: first === undefined ? 'passed' : 'failed',
        seconds,
        ...defined({
          code: first && `module/${first.check}`,
          message: first && problemTitle(first),
          details: first && problems.flatMap(linesOf),
        }),
        findings: problems.flatMap((problem) => ('failure' in problem ? diagnosticsOf(problem.failure) : [])),
      };
    }),
  );

const linesOf = (problem: CaseProblem): readonly string[] =>
  problem.check === 'objects'
    ? diffLines(problem)
    : 'failure' in problem
      ? detailsOf(problem.failure)
      : problem.changed;
