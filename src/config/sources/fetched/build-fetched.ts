import {statSync} from 'node:fs';
import {realpath} from 'node:fs/promises';
import {join, resolve} from 'node:path';
import {NOT_SUPPORTED} from '../../issues/not-supported-text.ts';
import {shownPath} from '../../read-text.ts';
import {isWithin} from '../is-within.ts';
import {manifestsKind} from '../manifests/manifests-kind.ts';
import type {Built, SourceDeps, SourceEntry, SourceKind} from '../source.ts';
import {fetchedProblem} from './fetched-problem.ts';
import {renamed} from './renamed.ts';

/** A fetched directory, and the part of it that a source reads. */
export type BuildFetched = {
  /** The kind of the source, for messages. */
  readonly kind: string;
  /** The name that stands for the directory in messages and positions: `git.example.com/shop@1a2b3c4d5e6f`. */
  readonly name: string;
  /** The absolute path of the directory, without links. */
  readonly directory: string;
  /** The links that were left out because they lead out of the directory. */
  readonly leftOut: readonly string[];
  /** A directory, a file or a glob, relative to the directory. */
  readonly path: string;
  readonly entry: SourceEntry;
  readonly deps: SourceDeps;
};

/** Builds the objects of a fetched directory, as if it were a stack directory in a project of its own. */
export async function buildFetched(build: BuildFetched): Promise<Built> {
  const {kind, name, directory, leftOut, path, entry, deps} = build;
  const wrong = (problem: string): Built => fetchedProblem(kind, {problem, part: ['path']}, entry);
  const whole = resolve(directory, path);
  const link = leftOut.map((one) => join(directory, one)).find((one) => isWithin(whole, one) || isWithin(one, whole));
  if (link !== undefined)
    return wrong(`${name}${link.slice(directory.length)} is a link that leads out of it, and is not followed`);
  // The links that are left lead to files of the same directory.
  const real = await realpath(whole).catch(() => undefined);
  if (real === undefined && !/[*?[\]{}]/.test(path)) return wrong(`${name} has no file or directory ${path}`);
  const reader = readerOf(real ?? whole, entry.kinds);
  if (reader.readsFetched === false)
    return wrong(`${name} contains ${reader.owns?.what}: such files are ${NOT_SUPPORTED} in fetched sources`);
  const source = await reader.open(deps);
  const place = {stackDir: directory, projectDir: directory, workspacesDir: join(directory, 'workspaces')};
  const at: SourceEntry['at'] = () => entry.at(['path']);
  const built = await source.build({...entry, written: path, place, at, taken: new Set()});
  return renamed(built, shownPath(directory), name);
}

/** Returns the kind that reads a path: that of a directory with a file that only it can read, else manifests. */
const readerOf = (path: string, kinds: readonly SourceKind[]): SourceKind =>
  (statSync(path, {throwIfNoEntry: false})?.isDirectory() === true
    ? kinds.find(({owns}) => owns?.in(path))
    : undefined) ?? manifestsKind;
