import {realpath} from 'node:fs/promises';
import {join} from 'node:path';
import type {FindLogin} from '../../../core/workspace/server-login.ts';
import {defined} from '../../../lib/defined.ts';
import type {GitTrees} from '../../../ports/git-trees.ts';
import type {NpmPackages} from '../../../ports/npm-packages.ts';
import type {SourceProblem} from '../../../ports/source-problem.ts';
import type {ModulePlace} from '../../module-place.ts';
import type {LockedModule} from '../fetched/locked-module-model.ts';
import {isWithin} from '../is-within.ts';

/** The functions that download packages and repositories. They are loaded when the first module needs them. */
export type FetchTools = {
  readonly packages: () => Promise<NpmPackages>;
  readonly trees: () => Promise<GitTrees>;
};

type Without<T, Field extends string> = T extends unknown ? Omit<T, Field> : never;

/** A module on this machine, and its entry for the lock file without the digest of its files. */
export type FetchedModule = {
  readonly directory: string;
  /** The directory in the cache that has it. Without it, the module is fetched again. */
  readonly kept: string;
  readonly entry: Without<LockedModule, 'files'>;
};

type Fetching = {readonly locked: LockedModule | undefined; readonly login: FindLogin | undefined};

/** Downloads a published module. Uses a locked module in the cache without a request. */
export async function fetchModule(
  place: ModulePlace,
  {locked, login}: Fetching,
  tools: FetchTools,
): Promise<FetchedModule | SourceProblem> {
  if ('npm' in place) {
    const {npm, registry, wanted} = place;
    const fetched = await (await tools.packages())({
      name: npm,
      version: wanted,
      registry,
      login,
      ...defined({locked: locked !== undefined && 'npm' in locked ? locked : undefined}),
    });
    if ('problem' in fetched) return fetched;
    const {directory, version, integrity} = fetched;
    return {directory, kept: directory, entry: {npm, ...defined({registry}), wanted, version, integrity}};
  }
  const {git, path, wanted, commit} = place;
  const pin = locked !== undefined && 'git' in locked ? locked.pin : undefined;
  const tree = await (await tools.trees())({url: git, ref: wanted, commit: commit ?? pin});
  if ('problem' in tree) return tree;
  const directory = await realpath(join(tree.directory, path ?? '.')).catch(() => undefined);
  if (directory === undefined) return {problem: `it has no directory ${path} in the commit ${tree.commit}`};
  const link = tree.leftOut.find((one) => isWithin(directory, join(tree.directory, one)));
  if (link !== undefined || !isWithin(tree.directory, directory))
    return {problem: `${link ?? path} is a link that leads out of the repository, and is not followed`};
  return {directory, kept: tree.kept, entry: {git, ...defined({path, wanted}), pin: tree.commit}};
}
