import {realpathSync, statSync} from 'node:fs';
import {homedir} from 'node:os';
import {dirname, join, relative, sep} from 'node:path';
import {projectAbove} from '../../config/project-link.ts';
import type {OpenDirectory} from '../../core/trust/not-allowed.ts';
import type {TrustOrigin} from '../../core/trust/trust-origin.ts';
import type {Deps} from '../deps.ts';
import type {FoundWorkspace} from '../workspace/chosen-workspace.ts';

type OriginDeps = Pick<Deps, 'backend' | 'env' | 'home'>;

/** Returns the origin of a workspace: the least trusted one of it and its bases. */
export async function trustOriginOf(
  {place, file, bases = [], inProject}: Pick<FoundWorkspace, 'place' | 'file' | 'bases' | 'inProject'>,
  deps: OriginDeps,
): Promise<TrustOrigin> {
  if (place === 'built-in') return 'mine';
  if (place === 'backend') return backendOrigin(file, deps);
  return inProject === true || [file, ...bases].some((path) => isOfProject(path, deps)) ? 'project' : 'mine';
}

/** Reports whether a file is in a project, by its own path or by its link target. */
export function isOfProject(path: string, deps: Pick<Deps, 'env' | 'home'>): boolean {
  return [path, realPath(path)].some((one) => !isInOwnDirectory(one, deps) && projectAbove(one) !== undefined);
}

/** Reports whether a path, as written, is below `$GANTRY_HOME` or `~/.kube`, and not in a project inside of them. */
export function isInOwnDirectory(path: string, deps: Pick<Deps, 'env' | 'home'>): boolean {
  const project = projectAbove(path);
  return ownDirectories(deps).some(
    (directory) =>
      isBelow(directory, path) && (project === undefined || (project !== directory && !isBelow(directory, project))),
  );
}

/**
 * Returns the origin of a workspace in the backend. A directory that only the user can write is theirs; all other backends are shared.
 * @param key of the workspace: `workspaces/prod.yaml`
 */
async function backendOrigin(key: string, deps: OriginDeps): Promise<TrustOrigin> {
  const {directory, isPrivate} = await deps.backend();
  if (isPrivate !== true) return 'shared';
  if (directory === undefined || directory === deps.home) return 'mine';
  if (isOfProject(join(directory, 'workspaces'), deps)) return 'project';
  return placesOf(directory, key).every(isOnlyOurs) ? 'mine' : 'shared';
}

/** Returns the paths whose writers can change the workspace. */
const placesOf = (directory: string, key: string): readonly string[] => {
  const file = join(directory, key);
  return [directory, dirname(file), file];
};

function isOnlyOurs(path: string): boolean {
  const stats = statSync(path, {throwIfNoEntry: false});
  const uid = process.getuid?.();
  return stats === undefined || uid === undefined || (stats.uid === uid && (stats.mode & 0o022) === 0);
}

/** Returns the directory or file of a local backend that makes it count as shared, because of its permissions alone. */
export async function openDirectoryOf(
  {place, file}: Pick<FoundWorkspace, 'place' | 'file'>,
  deps: OriginDeps,
): Promise<OpenDirectory | undefined> {
  if (place !== 'backend' || (await backendOrigin(file, deps)) !== 'shared') return undefined;
  const {directory} = await deps.backend();
  const open = directory === undefined ? undefined : placesOf(directory, file).find((path) => !isOnlyOurs(path));
  const stats = open === undefined ? undefined : statSync(open, {throwIfNoEntry: false});
  if (open === undefined || stats === undefined || stats.uid !== process.getuid?.()) return undefined;
  return {directory: open, mode: (stats.mode & 0o7777).toString(8).padStart(4, '0')};
}

/** Returns the user's own directories. They count even if the home directory itself holds a project. */
const ownDirectories = ({env, home}: Pick<Deps, 'env' | 'home'>): readonly string[] => {
  const directories = [home, join(env['HOME'] || env['USERPROFILE'] || homedir(), '.kube')];
  return [...directories, ...directories.map(realPath)];
};

/** Reports whether the path is inside of the directory; the directory itself is not. Links are not followed. */
export function isBelow(directory: string, path: string): boolean {
  const within = relative(directory, path);
  return within !== '..' && !within.startsWith(`..${sep}`) && within !== '';
}

/** Follows links; a path that does not exist stays as it is. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
