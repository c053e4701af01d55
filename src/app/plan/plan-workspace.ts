import {existsSync, realpathSync} from 'node:fs';
import {homedir} from 'node:os';
import {join, relative, resolve, sep} from 'node:path';
import type {StackLocation} from '../../config/find-project.ts';
import {unreadablePlan} from '../../config/plan-file.ts';
import {isInProject, readProject} from '../../config/read-project.ts';
import {looksLikeFile} from '../../core/workspace/workspace-name.ts';
import type {Deps} from '../deps.ts';

type SavedWorkspace = {
  /** As the plan has it: a name, or a path. */
  readonly workspace: string;
  /** What a relative path starts at. */
  readonly base: string;
  readonly location: StackLocation | undefined;
  /** The plan, for messages. */
  readonly file: string;
};

/**
 * The workspace that a saved plan is for: a name, or the absolute path of a file of the project or of the user's own. Whoever can write
 * the backend can seal a plan, and must not choose any other file of this machine.
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

/** By the paths that links lead to. */
function liesIn(path: string, directory: string): boolean {
  const way = relative(real(directory), real(path));
  return way !== '..' && !way.startsWith(`..${sep}`);
}

/** What is not there is refused by who opens it. */
const real = (path: string): string => (existsSync(path) ? realpathSync(path) : path);
