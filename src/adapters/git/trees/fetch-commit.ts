import type {GitWanted} from '../../../ports/git-trees.ts';
import type {SourceProblem} from '../../../ports/source-problem.ts';
import {askServer, type FoundCommit} from './find-commit.ts';
import type {GitRun} from './git-run.ts';

const WANTED = 'refs/gantry/wanted';

/** Fetches one commit without its history into a new repository. Returns a problem unless the repository then has exactly this commit. */
export async function fetchCommit(
  repository: string,
  {url, ref, commit, fullRef}: GitWanted & FoundCommit,
  git: GitRun,
): Promise<SourceProblem | undefined> {
  const format = commit.length === 64 ? 'sha256' : 'sha1';
  const made = await git.local(
    ['init', '--quiet', '--bare', '--template=', `--object-format=${format}`, repository],
    '/',
  );
  if ('problem' in made) return made;
  const fetch = (what: string) =>
    git.remote(
      ['fetch', '--quiet', '--depth=1', '--no-tags', '--no-write-fetch-head', '--', url, `+${what}:${WANTED}`],
      repository,
    );
  const byHash = await fetch(commit);
  if (!('problem' in byHash)) return unlessSame(repository, commit, git);
  // A server may give only the commits of its branches and tags.
  const found = fullRef === undefined ? await askServer(url, ref, git) : {commit, fullRef};
  if ('problem' in found) return found;
  if (found.commit !== commit) return moved(ref, commit, found.commit, byHash.problem);
  const byName = await fetch(found.fullRef);
  return 'problem' in byName ? {...byName, part: ['url']} : unlessSame(repository, commit, git);
}

const moved = (ref: string | undefined, wanted: string, found: string, why: string): SourceProblem => ({
  problem: `the server does not send the commit ${wanted}, and ${ref ?? 'the default branch'} is now ${found} (${why})`,
  hint: 'Check the new commit, then set it as `commit`.',
  part: ['commit'],
});

/** Proves that the ref is the wanted commit. git has verified all objects by their hashes. */
async function unlessSame(repository: string, commit: string, git: GitRun): Promise<SourceProblem | undefined> {
  const read = await git.local(['rev-parse', '--verify', '--quiet', `${WANTED}^{commit}`], repository);
  if ('problem' in read) return {problem: `${commit} is not a commit`};
  const found = read.text.trim();
  return found === commit ? undefined : {problem: `the server sent the commit ${found} instead of ${commit}`};
}
