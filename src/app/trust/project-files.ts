import {readFileSync, statSync} from 'node:fs';
import {homedir} from 'node:os';
import {resolve} from 'node:path';
import type {FileOf} from '../../config/store-wants.ts';
import {sha256} from '../../core/trust/want.ts';
import {expandPath} from '../../core/workspace/expand-path.ts';
import type {Deps} from '../deps.ts';
import {isBelow, realPath} from './trust-origin-of.ts';

/** A file of a project is at most as large as what is read of one. */
const LARGEST = 16 * 1024 * 1024;

/**
 * Tells the files of a project from others, by the paths that stand in a file of it.
 * @param bases what a relative path may start at; none: there is no file, and nothing is of a project
 */
export function projectFiles(
  {project, bases}: {readonly project: string | undefined; readonly bases: readonly string[]},
  {env}: Pick<Deps, 'env'>,
): FileOf {
  if (project === undefined) return () => ({isInProject: false});
  const root = realPath(project);
  return (written) => {
    const expanded = expandPath(written, {env, home: env['HOME'] || env['USERPROFILE'] || homedir()});
    if ('problem' in expanded) return {isInProject: false};
    const paths = bases.map((base) => realPath(resolve(base, expanded.path)));
    const [first] = paths;
    const isInProject = first !== undefined && (isBelow(root, first) || isBelow(project, first));
    const digests = paths.filter((path) => isBelow(root, path)).flatMap((path) => digestOf(path) ?? []);
    return {isInProject, ...(digests.length === 0 ? {} : {digest: [...new Set(digests)].join(' ')})};
  };
}

function digestOf(path: string): string | undefined {
  try {
    const stats = statSync(path);
    return stats.isFile() && stats.size <= LARGEST ? sha256(readFileSync(path)) : undefined;
  } catch {
    return undefined;
  }
}
