import type {Diagnostic} from '../../../core/diagnostic/diagnostic.ts';
import {defined} from '../../../lib/defined.ts';
import type {SourceProblem, TemplatePlace} from '../../../ports/source-problem.ts';
import type {Built, SourceEntry} from '../source.ts';

/** Returns the result of a source that cannot be built. The problem is reported at the part of the source that it is about. */
export function problemOf({problem, hint, part, place}: SourceProblem, {at}: Pick<SourceEntry, 'at'>): Built {
  const diagnostic: Diagnostic = {
    severity: 'error',
    code: 'source/helm',
    message: problem,
    ...(place === undefined ? at(part) : {at: positionOf(place)}),
    ...defined({hint}),
  };
  return {candidates: [], diagnostics: [diagnostic]};
}

/** Returns a position that only names the template. */
const positionOf = ({template: file, line, column = 1}: TemplatePlace): NonNullable<Diagnostic['at']> => ({
  file,
  line,
  column,
  endColumn: column + 1,
  text: '',
});
