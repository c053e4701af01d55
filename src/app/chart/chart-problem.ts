import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {defined} from '../../lib/defined.ts';
import type {SourceProblem} from '../../ports/source-problem.ts';

/** Returns the problem of a chart or a repository as an error that a command reports. */
export const problemOf = ({problem, hint}: SourceProblem): Diagnostic => ({
  severity: 'error',
  code: 'source/helm',
  message: problem,
  ...defined({hint}),
});

/** Returns an answer without its problem. @throws GantryError `input/invalid` with the problem */
export function withoutProblem<T extends object>(answer: T | SourceProblem): Exclude<T, SourceProblem> {
  if ('problem' in answer && typeof answer.problem === 'string')
    throw new GantryError({code: 'input/invalid', diagnostics: [problemOf(answer)]});
  return answer as Exclude<T, SourceProblem>;
}
