import {shellLine} from './shell-line.ts';

/** The base commit of a change, as the user or the CI system named it. */
export type BaseRef = {
  /** The revision for git. */
  readonly revision: string;
  /** The branch of the repository that the change is sent to: `main`. Absent if the base is not a branch. */
  readonly branch?: string;
  /** The flag or the variable that named it. */
  readonly from: string;
  /** The base that is tried first: a plain name is a branch of `origin`, if there is one. */
  readonly first?: BaseRef;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables with the target branch of a change in CI systems. */
const BRANCH_VARIABLES = ['GITHUB_BASE_REF', 'CI_MERGE_REQUEST_TARGET_BRANCH_NAME'];

/**
 * Returns the base of an untrusted checkout: `--base`, then `GANTRY_BASE`, then the branch from the CI system, then the default branch of
 * `origin`. It is the tip of a branch. The author of a change selects its merge base, which could be an old commit.
 */
export function baseRef(flag: string | undefined, env: Environment): BaseRef {
  const variable = env['GANTRY_BASE'] || undefined;
  const said = flag ?? variable;
  if (said !== undefined) {
    const branch = /^(?:(?:refs\/)?remotes\/)?origin\/(.+)$/.exec(said)?.[1];
    const from = flag === undefined ? 'GANTRY_BASE' : '--base';
    if (branch !== undefined && branch !== 'HEAD') return {...ofBranch(branch), from};
    return IS_NAME.test(said) ? {revision: said, from, first: {...ofBranch(said), from}} : {revision: said, from};
  }
  const name = BRANCH_VARIABLES.find((one) => (env[one] ?? '') !== '');
  if (name !== undefined) return {...ofBranch(env[name] ?? ''), from: name};
  return {revision: 'refs/remotes/origin/HEAD', from: 'origin/HEAD'};
}

/** A plain name: not a hash, not a full ref, and not a git expression (`HEAD^1`). */
const IS_NAME = /^(?!(?:[0-9a-f]{40}|[0-9a-f]{64}|HEAD|@)$)(?!refs\/|-)[^\s~^:?*[\\@]+$/;

const ofBranch = (branch: string) => ({revision: `refs/remotes/origin/${branch}`, branch});

/**
 * Reports whether `origin` is not the repository of the GitHub job. A checkout of a fork has only branches of the author of the change.
 * @param origin the origin of the checkout: `github.com/acme/shop//deploy`
 */
export function isFork(origin: string | undefined, env: Environment): boolean {
  const repository = env['GITHUB_REPOSITORY'] ?? '';
  if (repository === '' || origin === undefined) return false;
  const server = hostOf(env['GITHUB_SERVER_URL'] || 'https://github.com');
  const [found = ''] = origin.toLowerCase().split('//');
  return found.startsWith(`${server}/`) && found !== `${server}/${repository.toLowerCase()}`;
}

const hostOf = (url: string): string => URL.parse(url)?.hostname ?? url.toLowerCase();

/** Reports whether the owner of `origin` controls the commit. */
export const isOfOrigin = ({revision}: BaseRef): boolean => revision.startsWith('refs/remotes/origin/');

/** Returns the command that fetches the commit. */
export function fetchCommand({first, ...base}: BaseRef): string {
  const {revision, branch} = first ?? base;
  const wanted =
    branch === undefined
      ? revision.startsWith('refs/remotes/origin/')
        ? `+${revision.slice('refs/remotes/origin/'.length)}:${revision}`
        : revision
      : `+refs/heads/${branch}:refs/remotes/origin/${branch}`;
  return shellLine(['git', 'fetch', '--no-tags', '--depth=1', 'origin', wanted]);
}

/** Returns the short name of a base. */
export const shownBase = ({revision, branch}: Pick<BaseRef, 'revision' | 'branch'>): string =>
  branch ?? revision.replace(/^refs\/remotes\//, '');
