import {shellLine} from './shell-line.ts';

/** The commit that a change is meant for, as somebody named it. */
export type BaseRef = {
  /** What git is asked for. */
  readonly revision: string;
  /** Of the repository that the change is sent to, where it is one: `main`. */
  readonly branch?: string;
  /** What named it. */
  readonly from: string;
  /** Tried before it: a name without more is that of a branch of `origin`, where there is one. */
  readonly first?: BaseRef;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables by which CI systems name the branch that a change is meant for. */
const BRANCH_VARIABLES = ['GITHUB_BASE_REF', 'CI_MERGE_REQUEST_TARGET_BRANCH_NAME'];

/**
 * The base of an untrusted checkout: `--base`, then `GANTRY_BASE`, then the branch that the CI system names, then the default branch of
 * `origin`. Of a branch its tip counts: who sends a change chooses where it leaves the branch, and could choose an old commit.
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

/** Not a hash, not a whole name, and nothing that git works out (`HEAD^1`). */
const IS_NAME = /^(?!(?:[0-9a-f]{40}|[0-9a-f]{64}|HEAD|@)$)(?!refs\/|-)[^\s~^:?*[\\@]+$/;

const ofBranch = (branch: string) => ({revision: `refs/remotes/origin/${branch}`, branch});

/**
 * Whether `origin` is another repository than the one that a job of GitHub is for: a checkout of the fork from which a change comes has only
 * branches of whoever sent it.
 * @param origin of the checkout: `github.com/acme/shop//deploy`
 */
export function isFork(origin: string | undefined, env: Environment): boolean {
  const repository = env['GITHUB_REPOSITORY'] ?? '';
  if (repository === '' || origin === undefined) return false;
  const server = hostOf(env['GITHUB_SERVER_URL'] || 'https://github.com');
  const [found = ''] = origin.toLowerCase().split('//');
  return found.startsWith(`${server}/`) && found !== `${server}/${repository.toLowerCase()}`;
}

const hostOf = (url: string): string => URL.parse(url)?.hostname ?? url.toLowerCase();

/** Whether who owns `origin` says which commit it is. */
export const isOfOrigin = ({revision}: BaseRef): boolean => revision.startsWith('refs/remotes/origin/');

/** The command that brings the commit into a clone that lacks it. */
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

/** As people call it. */
export const shownBase = ({revision, branch}: Pick<BaseRef, 'revision' | 'branch'>): string =>
  branch ?? revision.replace(/^refs\/remotes\//, '');
