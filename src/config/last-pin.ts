import {createHash} from 'node:crypto';
import {readFile, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {writeWhole} from './write-whole.ts';

/**
 * Returns the path of the pin that this machine last used for a workspace whose pin others can write. The file is in `$GANTRY_HOME`.
 * @param of the identifier of the workspace
 */
const fileOf = (home: string, of: string): string =>
  join(home, 'last-pins', `${createHash('sha256').update(of, 'utf8').digest('base64url')}.json`);

/** Reads the last pin; undefined if there is none. @throws other errors of the file system */
export async function readLastPin(home: string, of: string): Promise<string | undefined> {
  return readFile(fileOf(home, of), 'utf8').catch((error: unknown) => {
    const {code} = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  });
}

/** Writes the last pin. Does nothing if `$GANTRY_HOME` is not writable: the pin in the backend is still checked. */
export async function writeLastPin(home: string, of: string, text: string): Promise<void> {
  if ((await readLastPin(home, of)) === text) return;
  await writeWhole(fileOf(home, of), text).catch(() => undefined);
}

/** Removes the last pin. Does nothing if there is none. */
export const removeLastPin = (home: string, of: string): Promise<void> => rm(fileOf(home, of), {force: true});
