import {readFile} from 'node:fs/promises';
import {join, resolve} from 'node:path';
import {untrustedCheckout} from '../../config/untrusted/checkout.ts';
import {findOrigin, repositoryRoot} from '../release/find-origin.ts';

/** The repository and the branch of the files of a directory. */
export type CheckedOut = {
  /** The repository as in releases: `github.com/acme/shop`. */
  readonly repository: string;
  readonly branch: string;
};

/**
 * Returns the checked-out branch; undefined outside of a repository, without the remote `origin`, and without a branch. Reads git's own
 * files. In untrusted mode it is the branch of the base commit, because the author of a change names its branch.
 */
export async function checkedOut(directory: string): Promise<CheckedOut | undefined> {
  const root = await repositoryRoot(resolve(directory));
  if (root === undefined) return undefined;
  const [origin, head] = [await findOrigin(root), await headOf(root)];
  const untrusted = untrustedCheckout();
  if (untrusted !== undefined) return onBranch(origin, untrusted.branch);
  const branch = head === undefined ? undefined : /^ref: refs\/heads\/(.+)$/m.exec(head)?.[1]?.trim();
  return onBranch(origin, branch);
}

const onBranch = (origin: string | undefined, branch: string | undefined): CheckedOut | undefined =>
  origin === undefined || origin === '' || branch === undefined
    ? undefined
    : {repository: origin.replace(/\/\/$/, ''), branch};

/** Reads HEAD. In a worktree `.git` is a file that names the directory with its HEAD. */
async function headOf(root: string): Promise<string | undefined> {
  const linked = /^gitdir: (.+)$/m.exec((await read(join(root, '.git'))) ?? '')?.[1];
  const directory = linked === undefined ? join(root, '.git') : resolve(root, linked.trim());
  return read(join(directory, 'HEAD'));
}

const read = (path: string): Promise<string | undefined> => readFile(path, 'utf8').catch(() => undefined);
