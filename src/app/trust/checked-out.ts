import {readFile} from 'node:fs/promises';
import {join, resolve} from 'node:path';
import {untrustedCheckout} from '../../config/untrusted/checkout.ts';
import {findOrigin, repositoryRoot} from '../release/find-origin.ts';

/** Which branch of which repository the files of a directory are. */
export type CheckedOut = {
  /** As releases name it: `github.com/acme/shop`. */
  readonly repository: string;
  readonly branch: string;
};

/**
 * Undefined outside of a repository, without the remote `origin`, and where no branch is checked out. Read from git's own files. In untrusted
 * mode the branch of the base commit: who sends a change names its branch.
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

/** In a worktree `.git` is a file that leads to the directory that has its HEAD. */
async function headOf(root: string): Promise<string | undefined> {
  const linked = /^gitdir: (.+)$/m.exec((await read(join(root, '.git'))) ?? '')?.[1];
  const directory = linked === undefined ? join(root, '.git') : resolve(root, linked.trim());
  return read(join(directory, 'HEAD'));
}

const read = (path: string): Promise<string | undefined> => readFile(path, 'utf8').catch(() => undefined);
