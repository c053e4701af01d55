import {newestFirst} from '../../../core/chart/choose-version.ts';
import {defined} from '../../../lib/defined.ts';
import {didYouMean} from '../../../lib/did-you-mean.ts';
import type {GitWanted} from '../../../ports/git-trees.ts';
import type {SourceProblem} from '../../../ports/source-problem.ts';
import type {GitRun} from './git-run.ts';

/** A commit, and the full name of the ref that leads to it, if a server was asked. */
export type FoundCommit = {readonly commit: string; readonly fullRef?: string};

const HASH = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const REF = /^(?!-)(?!.*(?:\.\.|@\{|\/\/|\.lock$))[\w.+@=/-]+$/;

/** Finds the commit that is wanted. The server is asked only if no hash is known. */
export async function findCommit({url, ref, commit}: GitWanted, git: GitRun): Promise<FoundCommit | SourceProblem> {
  if (commit !== undefined && !HASH.test(commit)) return {problem: `\`${commit}\` ${NO_HASH}`, part: ['commit']};
  if (ref !== undefined && !REF.test(ref))
    return {problem: `\`${ref}\` is not a branch, a tag or a commit`, part: ['ref']};
  if (ref !== undefined && HASH.test(ref)) {
    if (commit === undefined || commit === ref) return {commit: ref};
    return {problem: `\`ref\` is another commit than \`commit\``, part: ['ref']};
  }
  if (commit !== undefined) return {commit};
  return askServer(url, ref, git);
}

const NO_HASH = 'is not the full hash of a commit (40 or 64 hexadecimal digits)';

/** Returns the commit of a branch, a tag or the default branch in a repository. */
export async function askServer(
  url: string,
  ref: string | undefined,
  git: GitRun,
): Promise<Required<FoundCommit> | SourceProblem> {
  const names =
    ref === undefined ? ['HEAD'] : ref.startsWith('refs/') ? [ref] : [`refs/heads/${ref}`, `refs/tags/${ref}`];
  const listed = await git.remote([
    'ls-remote',
    '--quiet',
    '--',
    url,
    ...names.flatMap((name) => [name, `${name}^{}`]),
  ]);
  if ('problem' in listed) return {...listed, part: ['url']};
  const hashes = new Map(listed.text.split('\n').flatMap(parsed));
  const found = names.filter((name) => hashes.has(name));
  const [fullRef] = found;
  if (found.length > 1)
    return {problem: `${ref} is a branch and a tag`, hint: `Set \`ref: ${fullRef}\`.`, part: ['ref']};
  // A tag with a message is an object of its own: `^{}` is its commit.
  const commit = fullRef === undefined ? undefined : (hashes.get(`${fullRef}^{}`) ?? hashes.get(fullRef));
  if (fullRef !== undefined && commit !== undefined) return {commit, fullRef};
  if (ref === undefined) return {problem: 'the repository has no commit', part: ['url']};
  const hint = await knownRefs(url, ref, git);
  return {problem: `the repository has no branch and no tag ${ref}`, part: ['ref'], ...defined({hint})};
}

/** The number of refs in messages. */
const SHOWN = 5;

/** Returns a hint with the names that are most like a ref: the nearest one, and the newest tags or the branches. */
async function knownRefs(url: string, ref: string, git: GitRun): Promise<string | undefined> {
  const listed = await git.remote(['ls-remote', '--quiet', '--refs', '--heads', '--tags', '--', url]);
  if ('problem' in listed) return undefined;
  const names = listed.text.split('\n').flatMap((line) => /\trefs\/(?:heads|tags)\/(.+)$/.exec(line)?.[1] ?? []);
  const versions = newestFirst(names);
  const few = (versions.length > 0 ? versions : names.toSorted()).slice(0, SHOWN);
  if (few.length === 0) return undefined;
  const nearest = didYouMean(ref, names);
  return `${nearest === undefined ? '' : `Did you mean ${nearest}? `}It has ${few.join(', ')}${names.length > few.length ? ' and others' : ''}.`;
}

/** Parses `HASH\tNAME`. */
function parsed(line: string): readonly (readonly [name: string, hash: string])[] {
  const [hash = '', name] = line.split('\t');
  return name !== undefined && HASH.test(hash) ? [[name, hash]] : [];
}
