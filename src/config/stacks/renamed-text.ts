import {isList, isObject, type JsonPath} from '../../core/json.ts';
import {type StackName, stackText, wholeName} from '../../core/stacks/stack-name.ts';
import {readYaml} from '../yaml/read-yaml.ts';
import {writeYaml} from '../yaml/write-yaml.ts';

/** Returns the new name of a stack; undefined if it keeps its name. */
export type NewName = (stack: StackName) => StackName | undefined;

/** A rename, seen from the stack whose file names other stacks. */
export type RenameFrom = {
  /** The project of the file, which a name without a project means. */
  readonly project: string;
  readonly newName: NewName;
};

/** A literal `$${ref:` is not a reference. */
const STACK_REFERENCE = /(?<!\$)(\$\{ref:stack:)([^#}"\n]{1,500})(?=#)/g;

/** Returns a text with the new names in its references to other stacks (`${ref:stack:PROJECT/STACK#ID#path}`). All other bytes stay. */
export const withNewReferences = (text: string, rename: RenameFrom): string =>
  text.replace(STACK_REFERENCE, (_, before: string, written: string) => `${before}${newText(written, rename)}`);

/** Returns the text of a stack.yaml with the new names in `dependsOn`. Comments and all other lines stay. */
export function withNewDependencies(text: string, file: string, rename: RenameFrom): string {
  const document = readYaml(text, file).documents[0];
  const names = isObject(document?.value) ? document.value['dependsOn'] : undefined;
  if (document === undefined || !isList(names)) return text;
  const lines = text.split('\n');
  // Begins at the end, so that the columns of earlier names on the same line stay valid.
  for (const [i, name] of [...names.entries()].toReversed()) {
    if (typeof name !== 'string' || newText(name, rename) === name) continue;
    const path: JsonPath = ['dependsOn', i];
    const {line, column, endColumn} = document.origin.position(path, 'value');
    const old = lines[line - 1] ?? '';
    const written = writeYaml(newText(name, rename)).trimEnd();
    lines[line - 1] = `${old.slice(0, column - 1)}${written}${old.slice(endColumn - 1)}`;
  }
  return lines.join('\n');
}

/** Returns the new name as it is written: with its project if the old one was, or if the project is another one now. */
function newText(written: string, {project, newName}: RenameFrom): string {
  const [ofProject = '', stack = ''] = wholeName(written, {project}).split('/');
  const next = newName({project: ofProject, stack});
  if (next === undefined) return written;
  return written.includes('/') ? stackText(next) : next.stack;
}
