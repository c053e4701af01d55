import type {Diagnostic, Position} from '../../../core/diagnostic/diagnostic.ts';
import type {Origin} from '../../../core/diagnostic/origin.ts';
import {defined} from '../../../lib/defined.ts';
import type {Candidate} from '../../manifests/candidate.ts';
import type {Built} from '../source.ts';

/** Returns a result whose positions and messages have a name in place of a directory. */
export function renamed(built: Built, directory: string, name: string): Built {
  const text = (one: string): string => one.replaceAll(directory, name);
  const position = (one: Position): Position => ({...one, file: text(one.file)});
  const origin = ({file, position: find}: Origin): Origin => ({
    file: text(file),
    position: (path, part) => position(find(path, part)),
  });
  const diagnostic = (one: Diagnostic): Diagnostic => ({
    ...one,
    message: text(one.message),
    ...defined({at: one.at && position(one.at), hint: one.hint && text(one.hint)}),
  });
  const candidate = (one: Candidate): Candidate => ({...one, origin: origin(one.origin)});
  return {...built, candidates: built.candidates.map(candidate), diagnostics: built.diagnostics.map(diagnostic)};
}
