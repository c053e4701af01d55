import {randomUUID} from 'node:crypto';
import {chmod, rename, rm, writeFile} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import {makeDirectories} from './make-directories.ts';

/**
 * Writes a file for its owner alone, in a directory that only its owner can read. A reader sees the old file or the complete new one.
 * @throws the error of the file system
 */
export async function writePrivate(path: string, content: string | Uint8Array): Promise<void> {
  const directory = dirname(path);
  await makeDirectories(directory, {mode: 0o700});
  await chmod(directory, 0o700);
  const draft = join(directory, `.${basename(path)}.${randomUUID()}`);
  try {
    await writeFile(draft, content, {mode: 0o600, flag: 'wx'});
    await rename(draft, path);
  } catch (error) {
    await rm(draft, {force: true}).catch(() => undefined);
    throw error;
  }
}
