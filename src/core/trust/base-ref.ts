import {shellLine} from './shell-line.ts';

/** The commit that a change is meant for, as somebody named it. */
export type BaseRef = {
  /** What git is asked for. */
  readonly revision: string;
  /** Of the repository that the change is sent to, where it is one: `main`. */
  readonly branch?: string;
  /** What named it. */
  readonly from: string;
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
    return branch === undefined || branch === 'HEAD' ? {revision: said, from} : {...ofBranch(branch), from};
  }
  const name = BRANCH_VARIABLES.find((one) => (env[one] ?? '') !== '');
  if (name !== undefined) return {...ofBranch(env[name] ?? ''), from: name};
  return {revision: 'refs/remotes/origin/HEAD', from: 'origin/HEAD'};
}

const ofBranch = (branch: string) => ({revision: `refs/remotes/origin/${branch}`, branch});

/** The command that brings the commit into a clone that lacks it. */
export function fetchCommand({revision, branch}: BaseRef): string {
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
