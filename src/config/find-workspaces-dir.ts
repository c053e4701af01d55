import {join, resolve} from 'node:path';
import {isError} from '../core/diagnostic/diagnostic.ts';
import {GantryError} from '../core/failure/failure.ts';
import {parseDocument} from './parse-document.ts';
import {ProjectFile} from './project-file.ts';
import {readText} from './read-text.ts';
import {PROJECT_FILE, projectDirectory} from './stack-search.ts';

/**
 * The directory of workspace files of the project that a directory lies in, for commands that need no stack.
 * @throws GantryError `input/invalid` when project.yaml is wrong
 */
export function findWorkspacesDir(directory: string): string | undefined {
  const projectDir = projectDirectory(resolve(directory));
  if (projectDir === undefined) return undefined;
  const {file, text, diagnostics: unread} = readText(join(projectDir, PROJECT_FILE));
  const {value, diagnostics} = parseDocument(ProjectFile, text ?? '', file);
  const problems = [...unread, ...diagnostics];
  if (problems.some(isError)) throw new GantryError({code: 'input/invalid', diagnostics: problems});
  return resolve(projectDir, value?.workspaces ?? 'workspaces');
}
