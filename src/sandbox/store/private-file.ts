import {chmodSync, closeSync, fsyncSync, lstatSync, openSync, readFileSync, renameSync, writeFileSync} from 'node:fs';
import {dirname} from 'node:path';
import {makeDirectoriesSync} from '../../lib/make-directories.ts';
import {unusable} from './damaged-store.ts';

/** Creates a directory that only its owner can access, or restricts an existing one. Another user with write access could impersonate the cluster. */
export function makePrivate(directory: string): void {
  try {
    makeDirectoriesSync(directory, {mode: 0o700});
  } catch (error) {
    throw unusable(
      directory,
      `it cannot be created (${error instanceof Error && 'code' in error ? String(error.code) : String(error)})`,
    );
  }
  const stats = lstatSync(directory);
  if (!stats.isDirectory()) throw unusable(directory, 'it is not a directory');
  if (process.getuid !== undefined && stats.uid !== process.getuid())
    throw unusable(directory, 'it belongs to another user');
  if ((stats.mode & 0o077) !== 0) chmodSync(directory, 0o700);
}

/** Replaces a file atomically. A reader sees the old content or the new one, even after a power failure. */
export function replaceFile(path: string, content: string | Buffer): void {
  const draft = `${path}.new`;
  writeFileSync(draft, content, {mode: 0o600, flush: true});
  renameSync(draft, path);
  syncDirectory(dirname(path));
}

/** Reads a file; undefined if it does not exist. @throws other errors of the file system */
export function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Syncs a directory, so that a rename in it is on disk. Windows does not support it. */
function syncDirectory(path: string): void {
  if (process.platform === 'win32') return;
  const directory = openSync(path, 'r');
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}
