import {existsSync, realpathSync} from 'node:fs';
import {homedir} from 'node:os';
import {join, relative, resolve, sep} from 'node:path';
import type {StackLocation} from '../../config/find-project.ts';
import {unreadablePlan} from '../../config/plan-file.ts';
import {isInProject, readProject} from '../../config/read-project.ts';
import {looksLikeFile} from '../../core/workspace/workspace-name.ts';
import type {Deps} from '../deps.ts';

type SavedWorkspace = {
  /** The workspace in the plan: a name, or a path. */
  readonly workspace: string;
  /** The base of a relative path. */
  readonly base: string;
  readonly location: StackLocation | undefined;
  /** The plan, for messages. */
  readonly file: string;
};

/**
 * Returns the workspace of a saved plan: a name, or the absolute path of a file of the project or of the user. A person with write access
 * to the backend can seal a plan, and must not be able to select any other file of this machine.
 * @throws GantryError plan/unreadable.
 */
export function fileOfSavedWorkspace({workspace, base, location, file}: SavedWorkspace, deps: Deps): string {
  if (!looksLikeFile(workspace)) return workspace;
  const path = resolve(base, workspace);
  const project = location?.project.dir ?? (isInProject(base) ? (readProject(base)?.dir ?? base) : undefined);
  const home = deps.env['HOME'] || deps.env['USERPROFILE'] || homedir();
  const places = [...(project === undefined ? [] : [project]), deps.home, join(home, '.kube')];
  if (places.some((directory) => liesIn(path, directory))) return path;
  const problem = `it is for the workspace file ${path}, which is neither in the project nor in ${deps.home} or ~/.kube`;
  throw unreadablePlan(file, problem, `If this is the right file, pass -w ${path}`);
}

/** Reports whether a path is inside a directory, after links are resolved. */
function liesIn(path: string, directory: string): boolean {
  const way = relative(real(directory), real(path));
  return way !== '..' && !way.startsWith(`..${sep}`);
}

/** Resolves links. A path that does not exist is returned unchanged; opening it fails later. */
const real = (path: string): string => (existsSync(path) ? realpathSync(path) : path);
