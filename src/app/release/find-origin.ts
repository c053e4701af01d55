import {readFile, realpath, stat} from 'node:fs/promises';
import {dirname, join, relative, resolve, sep} from 'node:path';
import {originOf, type StackOrigin} from '../../core/release/origin.ts';
import {defined} from '../../lib/defined.ts';

/** Finds out where a stack's files are: which two projects of one name differ by, with git and without. */
export async function findStackOrigin(directory: string): Promise<StackOrigin> {
  const [origin, real] = await Promise.all([findOrigin(directory), realpath(directory)]);
  return {...defined({origin: origin === undefined || origin === '' ? undefined : origin}), directory: real};
}

/**
 * Returns the git remote `origin` and the path of a stack's directory; undefined outside of a repository or without that remote. Reads
 * git's own files: running git would require it, and takes longer than the rest of a preview.
 */
export async function findOrigin(directory: string): Promise<string | undefined> {
  const root = await repositoryRoot(resolve(directory));
  if (root === undefined) return undefined;
  const remote = originUrl((await read(await configPath(root))) ?? '');
  return remote && originOf({remote, path: relative(root, resolve(directory)).split(sep).join('/')});
}

/** Returns the directory that contains `.git`, without running git. */
export async function repositoryRoot(directory: string): Promise<string | undefined> {
  for (let current = directory; ; current = dirname(current)) {
    if ((await stat(join(current, '.git')).catch(() => undefined)) !== undefined) return current;
    if (dirname(current) === current) return undefined;
  }
}

/** Returns the path of git's configuration. In a worktree or a submodule `.git` is a file that names the real directory. */
async function configPath(root: string): Promise<string> {
  const linked = /^gitdir: (.+)$/m.exec((await read(join(root, '.git'))) ?? '')?.[1];
  if (linked === undefined) return join(root, '.git', 'config');
  const directory = resolve(root, linked.trim());
  const common = await read(join(directory, 'commondir'));
  return join(common === undefined ? directory : resolve(directory, common.trim()), 'config');
}

function originUrl(config: string): string | undefined {
  const section = /^[ \t]*\[remote "origin"\]([^[]*)/m.exec(config)?.[1];
  return section === undefined
    ? undefined
    : /^[ \t]*url[ \t]*=[ \t]*"?([^"\s][^"\n]*)"?$/m.exec(section)?.[1]?.trimEnd();
}

const read = (path: string): Promise<string | undefined> => readFile(path, 'utf8').catch(() => undefined);
