import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {Origin} from '../../core/diagnostic/origin.ts';
import type {JsonObject} from '../../core/json.ts';
import type {Candidates} from './candidate.ts';
import {checkObject} from './check-object.ts';
import {flatten} from './flatten.ts';

/** Reads the objects of a program, with the same checks as those of files. */
export function readObjects(objects: readonly JsonObject[]): Candidates {
  const diagnostics: Diagnostic[] = [];
  const candidates = objects
    .flatMap((object, index) => flatten(object, originInList(index), (diagnostic) => diagnostics.push(diagnostic)))
    .flatMap((written) => {
      const wrong = checkObject(written);
      diagnostics.push(...wrong);
      return wrong.length > 0 ? [] : [{...written, isExpandable: false, dependsOn: [], extensions: {}}];
    });
  return {candidates, diagnostics};
}

/** Returns the origin of an object without a file: its place in the list of the program. */
function originInList(index: number): Origin {
  const file = `resources[${index}]`;
  return {file, position: () => ({file, line: 1, column: 1, endColumn: 2, text: ''})};
}
