import {stat} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {projectAbove} from '../../config/project-link.ts';
import {repositoryRoot} from '../release/find-origin.ts';
import {realPath} from './trust-origin-of.ts';

/**
 * Reports whether a file, or its link target, belongs to a project or to the repository in which the command runs: a pull request changes
 * it together with the workspace. A submodule is a part of its repository, which pins its commit; another clone below it is not.
 */
export async function isOfRepository(path: string, cwd: string): Promise<boolean> {
  const here = await repositoryRoot(realPath(cwd));
  for (const one of new Set([path, realPath(path)])) {
    if (projectAbove(one) !== undefined) return true;
    if (here !== undefined && (await rootsAbove(one)).includes(here)) return true;
  }
  return false;
}

/** Returns the root of the repository of a file, and of the repositories of which it is a submodule: there `.git` is a file. */
async function rootsAbove(path: string): Promise<readonly string[]> {
  const root = await repositoryRoot(dirname(path));
  if (root === undefined) return [];
  const isLinked = (await stat(join(root, '.git'))).isFile();
  return [root, ...(isLinked && dirname(root) !== root ? await rootsAbove(root) : [])];
}
