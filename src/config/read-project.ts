import {existsSync} from 'node:fs';
import {basename, dirname, join, resolve} from 'node:path';
import {isError} from '../core/diagnostic/diagnostic.ts';
import {GantryError} from '../core/failure/failure.ts';
import type {DeclaredBackend} from '../registry/backends.ts';
import {declaredBackend} from './backend.ts';
import {hideCredentials} from './hide-credentials.ts';
import {PROJECT_FILE, STACK_FILE} from './own-files.ts';
import {parseDocument} from './parse-document.ts';
import {ProjectFile} from './project-file.ts';
import {refuseForeignProject} from './refuse-foreign.ts';
import {projectDirectory} from './stack-search.ts';
import {trustedPath} from './untrusted/checkout.ts';
import {readTrusted} from './untrusted/read-trusted.ts';

/** The project for commands that need no stack. Paths are absolute. */
export type Project = {
  readonly name: string;
  readonly dir: string;
  readonly file: string;
  readonly workspacesDir: string;
  readonly backend?: DeclaredBackend | undefined;
  /** The addresses of chart repositories by name. */
  readonly chartRepositories: Readonly<Record<string, string>>;
};

/**
 * Reads the project of a directory; undefined if there is none.
 * @throws GantryError `input/invalid` if project.yaml is not valid
 */
export function readProject(directory: string): Project | undefined {
  const dir = projectDirectory(resolve(directory));
  if (dir === undefined) return undefined;
  const path = join(dir, PROJECT_FILE);
  refuseForeignProject(path);
  const {file, text, diagnostics: unread} = readTrusted(path);
  const {value, diagnostics} = parseDocument(ProjectFile, text ?? '', file);
  const problems = [...unread, ...diagnostics.map(hideCredentials)];
  if (problems.some(isError)) throw new GantryError({code: 'input/invalid', diagnostics: problems});
  return {
    name: value?.name ?? basename(dir),
    dir,
    file: path,
    workspacesDir: resolve(dir, value?.workspaces ?? 'workspaces'),
    backend: value?.backend === undefined ? undefined : declaredBackend(value.backend),
    chartRepositories: value?.charts?.repositories ?? {},
  };
}

/**
 * Reports whether there is a stack or a project at or above a directory, up to the root of its repository. It does not search below the
 * directory, which may be a home directory.
 */
export function isInProject(directory: string): boolean {
  const has = (name: string): boolean => existsSync(join(directory, name));
  if (has(STACK_FILE) || existsSync(trustedPath(join(directory, PROJECT_FILE)))) return true;
  return !has('.git') && dirname(directory) !== directory && isInProject(dirname(directory));
}
