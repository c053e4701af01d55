import {readdir, rename} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {checkFolder, checkKey} from '../../../core/release/check-key.ts';
import {sha256} from '../../../lib/sha256.ts';
import type {Backend, Stored} from '../../../ports/backend.ts';
import {ioError} from './describe-io-error.ts';
import {type LockedDirectory, withDirectoryLock} from './directory-lock.ts';
import {exposureOf} from './exposure.ts';
import {at, errnoOf, isMissing, makeDirectory, readIfThere, removeIfThere, syncDirectory, writeNew} from './files.ts';
import {refuseImpossible} from './refuse-impossible.ts';
import {newStage, sweepStage} from './stage.ts';

/** A locked directory. `label`: its name for users. */
export type LocalBackend = LockedDirectory & {readonly label?: string};

/**
 * Opens a directory as a backend. A key is a file that can be read, edited and backed up. Its version is a digest of the
 * contents, so a manual edit is a new version, and equal contents are the same version. Values are staged and synced before the
 * lock is taken, so the lock is held only for a few renames. A confirmed write is on disk. Use a local disk: on NFS a repeated
 * rename can return a wrong result.
 */
export function localBackend({label, ...locked}: LocalBackend): Backend {
  const {directory} = locked;
  const shown = label ?? directory;
  const inTurn = queue();
  let swept: Promise<void> | undefined;
  const guard = async <T>(doing: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw ioError(doing, shown, error);
    }
  };
  const change = <T>(doing: string, work: () => Promise<T | 'overtaken'>): Promise<T> =>
    guard(doing, () =>
      inTurn(async () => {
        await (swept ??= sweep(directory));
        for (;;) {
          const outcome = await work();
          if (outcome !== 'overtaken') return outcome;
        }
      }),
    );
  return {
    name: `local (${shown})`,
    // Its files have the mode 0600.
    isPrivate: true,
    directory,
    get: (key) => guard(`read ${key}`, () => read(at(directory, checkKey(key)))),
    put: (key, value, expected) => change(`write ${key}`, () => replace(locked, checkKey(key), value, expected)),
    delete: (key, expected) => change(`delete ${key}`, () => remove(locked, checkKey(key), expected)),
    exposure: (key) => exposureOf(at(directory, checkKey(key))),
    list: (prefix) => guard(`list ${prefix}`, () => list(directory, prefix)),
    refuseUnusable: () => guard('list', () => refuseImpossible(directory, shown)),
  };
}

async function read(path: string): Promise<Stored | undefined> {
  const value = await readIfThere(path);
  return value === undefined ? undefined : {value, version: versionOf(value)};
}

const versionOf = (value: Uint8Array): string => sha256(value);

async function replace(
  locked: LockedDirectory,
  key: string,
  value: Uint8Array,
  expected: string | undefined,
): Promise<{readonly version: string} | 'conflict' | 'overtaken'> {
  const path = at(locked.directory, key);
  if ((await read(path))?.version !== expected) return 'conflict';
  const staged = newStage(locked.directory);
  await makeDirectory(dirname(staged));
  await makeDirectory(dirname(path));
  try {
    await writeNew(staged, value);
    return await withDirectoryLock(locked, async (workDirectory) => {
      const ready = join(workDirectory, 'value');
      if (!(await moved(staged, ready, workDirectory))) return 'overtaken';
      if ((await read(path))?.version !== expected) return 'conflict';
      if (!(await moved(ready, path, workDirectory))) return 'overtaken';
      await syncDirectory(dirname(path));
      return {version: versionOf(value)};
    });
  } finally {
    await removeIfThere(staged);
  }
}

async function remove(
  locked: LockedDirectory,
  key: string,
  expected: string,
): Promise<'deleted' | 'conflict' | 'overtaken'> {
  const path = at(locked.directory, key);
  if ((await read(path))?.version !== expected) return 'conflict';
  return withDirectoryLock(locked, async (workDirectory) => {
    if ((await read(path))?.version !== expected) return 'conflict';
    if (!(await moved(path, join(workDirectory, 'deleted'), workDirectory))) return 'overtaken';
    await syncDirectory(dirname(path));
    return 'deleted';
  });
}

/** Moves a file. Returns false if the desk is missing: another process took over the lock, and nothing was moved. */
async function moved(from: string, to: string, workDirectory: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (isMissing(error) && !(await exists(workDirectory))) return false;
    throw error;
  }
}

async function exists(directory: string): Promise<boolean> {
  try {
    await readdir(directory);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

async function list(root: string, prefix: string): Promise<readonly string[]> {
  const keys = await walk(root, checkFolder(prefix));
  return keys.filter((key) => key.startsWith(prefix)).toSorted();
}

async function walk(root: string, folder: string): Promise<readonly string[]> {
  const entries = await entriesOf(join(root, folder));
  const nested = await Promise.all(
    entries
      .filter(({name}) => !name.startsWith('.'))
      .map(async (entry) => (entry.isDirectory() ? walk(root, `${folder}${entry.name}/`) : [`${folder}${entry.name}`])),
  );
  return nested.flat();
}

async function entriesOf(directory: string) {
  try {
    return await readdir(directory, {withFileTypes: true});
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Removes stale staged values. An error never fails a write. */
async function sweep(root: string): Promise<void> {
  try {
    await sweepStage(root);
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
  }
}

/** Runs one operation at a time within this process. The directory lock is for other processes. */
function queue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
}
