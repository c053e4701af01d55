import {mkdir, readlink, realpath, rm, writeFile} from 'node:fs/promises';
import {dirname, isAbsolute, join, resolve, sep} from 'node:path';
import type {SourceProblem} from '../../../ports/source-problem.ts';
import type {GitRun} from './git-run.ts';

/** The directory with the files of a commit, below its directory in the cache. */
export const FILES = 'files';
/** The list of links that were left out, beside the files. */
export const LEFT_OUT = 'left-out.json';

const MOST_FILES = 50_000;
const MOST_BYTES = 512 * 1024 * 1024;

type Place = {readonly stage: string; readonly repository: string};

/** Writes the files of a commit, byte by byte as they are committed, and deletes the repository that they were read from. */
export async function checkOut(
  {stage, repository}: Place,
  commit: string,
  git: GitRun,
): Promise<SourceProblem | undefined> {
  const listed = await git.local(['ls-tree', '-r', '-z', '-l', '--full-tree', commit], repository);
  if ('problem' in listed) return listed;
  const entries = listed.text.split('\0').flatMap(parsed);
  const bytes = entries.reduce((sum, {size}) => sum + size, 0);
  if (entries.length > MOST_FILES || bytes > MOST_BYTES)
    return {
      problem: `the commit has ${entries.length} files with ${Math.ceil(bytes / 2 ** 20)} MiB, and at most ${MOST_FILES} with ${MOST_BYTES / 2 ** 20} MiB are read`,
    };
  const files = join(stage, FILES);
  await mkdir(files, {mode: 0o700});
  await mkdir(join(repository, 'info'), {recursive: true});
  // This file has priority over the attributes in the commit: line ends, encodings and keywords stay as they are.
  await writeFile(join(repository, 'info', 'attributes'), '* -text -filter -ident -working-tree-encoding\n');
  const written =
    (await failure(git.local(['read-tree', commit], repository))) ??
    (await failure(
      git.local([`--git-dir=${repository}`, `--work-tree=${files}`, 'checkout-index', '--all', '--quiet'], files),
    ));
  if (written !== undefined) return written;
  const links = entries.filter(({isLink}) => isLink).map(({path}) => path);
  await writeFile(join(stage, LEFT_OUT), JSON.stringify(await removeLeaving(files, links)), {mode: 0o600});
  await rm(repository, {recursive: true, force: true});
  return undefined;
}

async function failure(output: ReturnType<GitRun['local']>): Promise<SourceProblem | undefined> {
  const ran = await output;
  return 'problem' in ran ? ran : undefined;
}

type TreeEntry = {readonly path: string; readonly size: number; readonly isLink: boolean};

/** Parses `120000 blob HASH SIZE\tPATH`. The size of a submodule is `-`. */
function parsed(entry: string): readonly TreeEntry[] {
  const [, mode, size, path] = /^(\d{6}) \w+ [0-9a-f]+ +(\d+|-)\t([^]+)$/.exec(entry) ?? [];
  if (path === undefined) return [];
  return [{path, size: size === '-' ? 0 : Number(size), isLink: mode === '120000'}];
}

/** Deletes the links that lead out of the directory, and returns them. A deleted link can cut others that lead through it. */
async function removeLeaving(files: string, links: readonly string[]): Promise<readonly string[]> {
  const root = await realpath(files);
  const leaving = (await Promise.all(links.map(async (path) => ({path, leaves: await leaves(root, path)})))).filter(
    (one) => one.leaves,
  );
  for (const {path} of leaving) await rm(join(root, path), {force: true});
  return leaving.map(({path}) => path);
}

async function leaves(root: string, path: string): Promise<boolean> {
  const link = join(root, path);
  try {
    return isOutside(root, await realpath(link));
  } catch {
    // It leads nowhere now. A file that is created there later must not be read.
    const target = await readlink(link).catch(() => '');
    return isAbsolute(target) || isOutside(root, resolve(dirname(link), target));
  }
}

const isOutside = (root: string, path: string): boolean => path !== root && !path.startsWith(root + sep);
