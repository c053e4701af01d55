import {createHash} from 'node:crypto';
import {closeSync, openSync, readSync, type Stats, statSync} from 'node:fs';
import {homedir} from 'node:os';
import {delimiter, isAbsolute, join, resolve} from 'node:path';
import type {FileOf} from '../../config/named-file.ts';
import {trustedPath} from '../../config/untrusted/checkout.ts';
import {expandPath} from '../../core/workspace/expand-path.ts';
import {otherVariablesIn} from '../../core/workspace/path-variables.ts';
import {defined} from '../../lib/defined.ts';
import type {Deps} from '../deps.ts';
import {isBelow, realPath} from './trust-origin-of.ts';

const CHUNK = 1024 * 1024;

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
    if (otherVariablesIn(written).length > 0) return {isInProject: false};
    const expanded = expandPath(written, {env, home: env['HOME'] || env['USERPROFILE'] || homedir()});
    if ('problem' in expanded) return {isInProject: false};
    const paths = bases.map((base) => realPath(resolve(base, expanded.path)));
    const [first] = paths;
    const isInProject = first !== undefined && (isBelow(root, first) || isBelow(project, first));
    const installed = installedAs(written, bases, env);
    // Of an untrusted checkout both versions: what is run and what was allowed are the same then.
    const digests = [...paths, ...(installed === undefined ? [] : [realPath(installed)])]
      .filter((path) => isBelow(root, path) || isBelow(trustedPath(root), path))
      .flatMap((path) => [path, trustedPath(path)])
      .flatMap((path) => digestOf(path) ?? []);
    return {isInProject, ...defined({digest: digests.length === 0 ? undefined : [...new Set(digests)].join(' ')})};
  };
}

/** What a name without a slash leads to by `PATH`, whose members may be directories of the project: `.`, `node_modules/.bin`. */
function installedAs(name: string, bases: readonly string[], env: Deps['env']): string | undefined {
  if (name === '' || /[/\\]/.test(name)) return undefined;
  const members = (env['PATH'] ?? '').split(delimiter);
  return members
    .flatMap((member) => (isAbsolute(member) ? [member] : bases.map((base) => resolve(base, member))))
    .map((directory) => join(directory, name))
    .find((path) => statOf(path)?.isFile() === true);
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

/**
 * Of the whole file, however large: a program without a digest could be exchanged after it was allowed. Of one that can be run and not be read,
 * what changes with it: that is another one on each machine.
 */
function digestOf(path: string): string | undefined {
  const stat = statOf(path);
  if (stat?.isFile() !== true) return undefined;
  try {
    return digestOfFile(path);
  } catch {
    const {dev, ino, size, ctimeMs} = stat;
    return `unread:${[dev, ino, size, ctimeMs].join('-')}`;
  }
}

function digestOfFile(path: string): string {
  const file = openSync(path, 'r');
  try {
    const hash = createHash('sha256');
    const chunk = Buffer.allocUnsafe(CHUNK);
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) hash.update(chunk.subarray(0, read));
    return `sha256:${hash.digest('hex')}`;
  } finally {
    closeSync(file);
  }
}
