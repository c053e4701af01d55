import {resolve} from 'node:path';
import type {LoadedResources} from '../../config/load-resources.ts';
import type {StackLocation} from '../../config/stack-location.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {Holder} from '../../core/release/holder.ts';
import type {SourceCommit} from '../../core/release/source-commit.ts';
import {currentHolder} from '../../engine/release/holder.ts';
import {defined} from '../../lib/defined.ts';
import type {Cluster} from '../../ports/cluster.ts';
import type {Deps} from '../deps.ts';
import type {ChosenWorkspace} from '../workspace/chosen-workspace.ts';
import {repositoryRoot} from './find-origin.ts';
import {filesRead} from './read-files.ts';

/** The author of a release, and its commit; without a repository there is none. */
export type Author = {
  readonly by: Holder;
  readonly source?: SourceCommit;
};

/** An author. `remark`: a part of the version of the files that could not be found in time. */
export type FoundAuthor = Author & {readonly remark?: Diagnostic | undefined};

type Files = {
  /** Absent: nothing was read from files. */
  readonly location?: StackLocation | undefined;
  readonly loaded?: LoadedResources | undefined;
  readonly chosen?: ChosenWorkspace | undefined;
};

type Asked = Files & {
  readonly whoAmI: Cluster['whoAmI'];
  /** The commit of the files of a release that is applied again. */
  readonly commit?: SourceCommit | undefined;
};

/**
 * Finds the author of a release, as reported by the cluster, and the version of the files. This is informational: a part that cannot be
 * found is absent, and causes no failure.
 */
export async function authorOf(
  {location, commit, whoAmI, loaded, chosen}: Asked,
  deps: Pick<Deps, 'env' | 'command' | 'repository' | 'source'>,
): Promise<FoundAuthor> {
  const known: SourceOf = commit === undefined ? {} : {source: commit};
  const [account, of] = await Promise.all([
    unlessFailed(whoAmI),
    location === undefined || commit !== undefined
      ? known
      : unlessFailed(() => commitOf({location, loaded, chosen}, deps)),
  ]);
  return {
    by: {...currentHolder(deps), ...defined({account})},
    ...defined({source: of?.source}),
    remark: of?.remark,
  };
}

type SourceOf = Pick<FoundAuthor, 'source' | 'remark'>;

/**
 * Finds the commit of the files. Outside of a repository git is not started. Untracked files count only if they were read: a saved plan or
 * a report does not change the release.
 */
async function commitOf(
  {location, loaded, chosen}: Files & {readonly location: StackLocation},
  deps: Pick<Deps, 'repository' | 'source'>,
): Promise<SourceOf | undefined> {
  const directory = location.stack.dir;
  if ((await repositoryRoot(resolve(directory))) === undefined) return undefined;
  const found = await (await deps.repository()).commit(directory);
  if (found === undefined) return undefined;
  if (!('commit' in found)) return {remark: unknownCommit(found.problem)};
  const {untracked, problem, ...commit} = found;
  const isRead =
    loaded === undefined || chosen === undefined ? () => true : await filesRead({location, loaded, chosen}, deps);
  return {
    source: {...commit, dirty: commit.dirty || untracked.some(isRead)},
    remark: problem === undefined ? undefined : unknownChanges(problem),
  };
}

const unknownCommit = (problem: string): Diagnostic => ({
  severity: 'warning',
  code: 'release/unknown-commit',
  message: `${problem}: the release does not record the commit of its files`,
  hint: HINT,
});

const unknownChanges = (problem: string): Diagnostic => ({
  severity: 'warning',
  code: 'release/unknown-changes',
  message: `${problem}: the release is recorded as if the files had uncommitted changes`,
  hint: HINT,
});

const HINT = 'Check why "git status" is slow in this checkout. The applied resources are not affected.';

async function unlessFailed<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}
