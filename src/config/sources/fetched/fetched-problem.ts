import {defined} from '../../../lib/defined.ts';
import type {SourceProblem} from '../../../ports/source-problem.ts';
import type {Built, SourceEntry} from '../source.ts';

/** Returns a problem of a source that is fetched, with its position in stack.yaml. */
export function fetchedProblem(
  kind: string,
  {problem, hint, part}: SourceProblem,
  {at}: Pick<SourceEntry, 'at'>,
): Built {
  const diagnostic = {
    severity: 'error',
    code: `source/${kind}`,
    message: problem,
    ...at(part),
    ...defined({hint}),
  } as const;
  return {candidates: [], diagnostics: [diagnostic]};
}
