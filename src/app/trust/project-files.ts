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
 * Returns a function that recognizes files of a project by the paths in a workspace file.
 * @param bases the bases of relative paths; empty if there is no file, and no path belongs to a project
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
    // Both versions of a file in an untrusted checkout, so that the file that runs is the one that was allowed.
    const digests = [...paths, ...(installed === undefined ? [] : [realPath(installed)])]
      .filter((path) => isBelow(root, path) || isBelow(trustedPath(root), path))
      .flatMap((path) => [path, trustedPath(path)])
      .flatMap((path) => digestOf(path) ?? []);
    return {isInProject, ...defined({digest: digests.length === 0 ? undefined : [...new Set(digests)].join(' ')})};
  };
}

/** Resolves a name without a slash through `PATH`, whose members may be directories of the project: `.`, `node_modules/.bin`. */
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
 * Returns the digest of the whole file, whatever its size: a program without a digest could be replaced after it was allowed. For a file
 * that can be run but not read, it uses metadata that changes with the file and differs between machines.
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
