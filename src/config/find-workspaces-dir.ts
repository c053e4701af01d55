import {existsSync} from 'node:fs';
import {dirname, join, resolve} from 'node:path';
import {isError} from '../core/diagnostic/diagnostic.ts';
import {GantryError} from '../core/failure/failure.ts';
import {parseDocument} from './parse-document.ts';
import {ProjectFile} from './project-file.ts';
import {readText} from './read-text.ts';
import {PROJECT_FILE, projectDirectory, STACK_FILE} from './stack-search.ts';

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

/**
 * Whether a stack or a project lies at or above a directory, up to the root of its repository. Commands that can do
 * without one must not search everything below a home directory for it.
 */
export function isInProject(directory: string): boolean {
  const has = (name: string): boolean => existsSync(join(directory, name));
  if (has(STACK_FILE) || has(PROJECT_FILE)) return true;
  return !has('.git') && dirname(directory) !== directory && isInProject(dirname(directory));
}
