import {mkdtemp, readdir, rename, rm, stat, utimes} from 'node:fs/promises';
import {join} from 'node:path';
import {makeDirectories} from './make-directories.ts';

/** The number of directories that a cache keeps. */
const KEPT = 30;
/** A directory that was used in this time may be in use by another run. */
const IN_USE_MS = 60 * 60 * 1000;
/** The beginning of the names of directories that are not complete. */
const STAGE = '.stage-';

/**
 * Returns the path of a directory in a cache. If it does not exist, `fill` writes its contents into a new directory, which gets the name only
 * when it is complete. The cache can be read by its owner only; directories without recent use are deleted.
 * @returns whatever `fill` returned if it is not `'filled'`: then nothing is kept
 * @throws the error of the file system
 */
export async function keptDirectory<Problem>(
  cache: string,
  name: string,
  fill: (stage: string) => Promise<'filled' | Problem>,
): Promise<{readonly directory: string} | {readonly failed: Problem}> {
  const directory = join(cache, name);
  if (await wasUsed(directory)) return {directory};
  await makeDirectories(cache, {mode: 0o700});
  const stage = await mkdtemp(join(cache, STAGE));
  try {
    const filled = await fill(stage);
    if (filled !== 'filled') return {failed: filled};
    await rename(stage, directory).catch((error: unknown) => ignoreExisting(error));
    await removeOldest(cache);
    return {directory};
  } finally {
    await rm(stage, {recursive: true, force: true});
  }
}

/** Reports whether a directory exists, and records that it is in use. */
async function wasUsed(directory: string): Promise<boolean> {
  const now = new Date();
  try {
    await utimes(directory, now, now);
    return true;
  } catch {
    // In a home that cannot be written the directory can still be read.
    return (await stat(directory).catch(() => undefined))?.isDirectory() === true;
  }
}

/** Another run may have completed the same directory. */
function ignoreExisting(error: unknown): void {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'EPERM') throw error;
}

async function removeOldest(cache: string): Promise<void> {
  const names = await readdir(cache);
  const aged = await Promise.all(
    names.map(async (name) => ({name, at: (await stat(join(cache, name)).catch(() => undefined))?.mtimeMs ?? 0})),
  );
  // A stage that a killed run has left has an old time, too.
  const oldest = aged.toSorted((a, b) => b.at - a.at).slice(KEPT);
  const unused = oldest.filter(({at}) => at < Date.now() - IN_USE_MS);
  await Promise.all(unused.map(({name}) => rm(join(cache, name), {recursive: true, force: true})));
}
