import {readFile, realpath} from 'node:fs/promises';
import {join} from 'node:path';
import {keptDirectory} from '../../../lib/kept-directory.ts';
import {sha256} from '../../../lib/sha256.ts';
import type {FetchedTree, GitTrees, GitWanted} from '../../../ports/git-trees.ts';
import type {SourceProblem} from '../../../ports/source-problem.ts';
import {checkOut, FILES, LEFT_OUT} from './check-out.ts';
import {fetchCommit} from './fetch-commit.ts';
import {findCommit} from './find-commit.ts';
import {addressProblem} from './git-address.ts';
import {type GitRun, gitRun} from './git-run.ts';

/** The options for fetching from git repositories. */
export type GitTreesOptions = {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `$GANTRY_HOME`. Its cache keeps the files of each commit. */
  readonly home: string;
  readonly signal: AbortSignal;
};

/**
 * Fetches commits with the installed git, with the user's own credentials. No hook, filter, submodule or other program of the repository is
 * used. A commit with a known hash is fetched only once.
 */
export function gitTrees(options: GitTreesOptions): GitTrees {
  const git = gitRun(options);
  const cache = join(options.home, 'cache', 'git');
  return async (wanted) => {
    const problem = addressProblem(wanted.url, options.env);
    if (problem !== undefined) return {...problem, part: ['url']};
    const found = await findCommit(wanted, git);
    if ('problem' in found) return found;
    const {commit} = found;
    const kept = await keptDirectory(cache, `${commit}-${shortDigest(wanted.url)}`, (stage) =>
      fill(stage, {...wanted, ...found}, git),
    );
    return 'failed' in kept ? kept.failed : treeIn(kept.directory, commit);
  };
}

const shortDigest = (url: string): string => sha256(url).slice(0, 16);

async function fill(
  stage: string,
  wanted: GitWanted & {readonly commit: string},
  git: GitRun,
): Promise<'filled' | SourceProblem> {
  const repository = join(stage, 'repository');
  const problem =
    (await fetchCommit(repository, wanted, git)) ?? (await checkOut({stage, repository}, wanted.commit, git));
  return problem ?? 'filled';
}

async function treeIn(directory: string, commit: string): Promise<FetchedTree> {
  const leftOut = JSON.parse(await readFile(join(directory, LEFT_OUT), 'utf8')) as readonly string[];
  return {directory: await realpath(join(directory, FILES)), kept: directory, commit, leftOut};
}
