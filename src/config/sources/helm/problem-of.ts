import type {Diagnostic} from '../../../core/diagnostic/diagnostic.ts';
import {defined} from '../../../lib/defined.ts';
import type {SourceProblem} from '../../../ports/source-problem.ts';
import type {Built, SourceEntry} from '../source.ts';

/** Returns the result of a source that cannot be built. The problem is reported at the part of the source that it is about. */
export function problemOf({problem, hint, part}: SourceProblem, {at}: Pick<SourceEntry, 'at'>): Built {
  const diagnostic: Diagnostic = {
    severity: 'error',
    code: 'source/helm',
    message: problem,
    ...at(part),
    ...defined({hint}),
  };
  return {candidates: [], diagnostics: [diagnostic]};
}
