import {open, readFile, rm} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {makeDirectories} from '../../../lib/make-directories.ts';

/** Returns the errno of a failed file operation. Undefined for other errors. */
export const errnoOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** Reports whether a path does not exist, also if a part of it is a file. */
export const isMissing = (error: unknown): boolean => errnoOf(error) === 'ENOENT' || errnoOf(error) === 'ENOTDIR';

/** Reads a file. Undefined if it is missing. @throws other errors of the file system */
export async function readIfThere(path: string): Promise<Uint8Array | undefined> {
  try {
    return new Uint8Array(await readFile(path));
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Writes a new file for its owner only. Returns after its bytes are on disk. */
export async function writeNew(path: string, value: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(value);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Creates a directory and its parents for their owner only, and syncs each of them. */
export async function makeDirectory(path: string): Promise<void> {
  const first = await makeDirectories(path, {mode: 0o700});
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) await syncDirectory(dirname(made));
}

/** Syncs a directory, because a rename is on disk only after its directory is. Ignores file systems that do not support it. */
export async function syncDirectory(path: string): Promise<void> {
  try {
    const directory = await open(path, 'r');
    try {
      await directory.sync();
    } finally {
      await directory.close();
    }
  } catch (error) {
    if (!['EINVAL', 'ENOTSUP', 'EISDIR', 'EPERM'].includes(errnoOf(error) ?? '')) throw error;
  }
}

/** Removes a file or a whole directory. Does nothing if it is missing. */
export const removeIfThere = (path: string): Promise<void> => rm(path, {recursive: true, force: true});

/** Returns the path of a key. Its slashes become directories. */
export const at = (root: string, key: string): string => join(root, ...key.split('/'));
