import type {ReportCase} from '../../core/report/report-case.ts';
import {defined} from '../../lib/defined.ts';
import {RUN} from '../report/failure-cases.ts';
import {commandFailureCases, resultCases} from '../report/result-cases.ts';
import type {StackAnswer} from './stack-answer.ts';

/** Returns the cases of all stacks. A stack that did not run is a case itself. */
export async function severalCases(answers: readonly StackAnswer[]): Promise<readonly ReportCase[]> {
  return (await Promise.all(answers.map(casesOf))).flat();
}

async function casesOf(one: StackAnswer): Promise<readonly ReportCase[]> {
  const {project, stack, workspace, failed, answer, because} = one;
  const about = {project, stack, ...defined({workspace})};
  if (failed !== undefined) return commandFailureCases(failed, about);
  if (answer === undefined) {
    const message =
      because === undefined
        ? 'not started: the run was interrupted'
        : `${one.outcome === 'deferred' ? 'its cluster is known after the apply of' : 'skipped because of'} ${because}`;
    return [{about, name: RUN, outcome: 'skipped', message, findings: []}];
  }
  const cases = (await answer.cases?.()) ?? [];
  return cases.length > 0 ? cases : resultCases(answer, about);
}
