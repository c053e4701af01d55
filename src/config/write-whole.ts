import {randomUUID} from 'node:crypto';
import {chmod, rename, rm, stat, writeFile} from 'node:fs/promises';
import {dirname} from 'node:path';
import {makeDirectories} from '../lib/make-directories.ts';

/** Replaces a file atomically: a reader sees the old text or the new one. A new file is readable only by its owner. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const mode = await stat(path).then(
    (stats) => stats.mode & 0o777,
    () => 0o600,
  );
  const draft = `${path}.${randomUUID()}`;
  try {
    await makeDirectories(dirname(path), {mode: 0o700});
    await writeFile(draft, text, {mode, flag: 'wx'});
    // The umask of the process may have removed permissions that the old file had.
    await chmod(draft, mode);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, {force: true}).catch(() => undefined);
    throw error;
  }
}
