import {constants} from 'node:fs';
import {open} from 'node:fs/promises';

const MOST_MEBIBYTES = 16;

/**
 * Reads a regular file of at most 16 MiB, or returns the reason why it does not. Reading a pipe or a device would never end.
 * @throws the error of the file system
 */
export async function readRegularFile(path: string): Promise<Buffer | {readonly because: string}> {
  // Opening a pipe would already wait for a writer.
  await using file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  const stats = await file.stat();
  if (stats.isDirectory()) throw Object.assign(new Error('it is a directory'), {code: 'EISDIR'});
  if (!stats.isFile()) return {because: 'is not a regular file'};
  if (stats.size > MOST_MEBIBYTES * 2 ** 20) return {because: `is larger than ${MOST_MEBIBYTES} MiB`};
  return file.readFile();
}
