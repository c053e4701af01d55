import {createHash} from 'node:crypto';
import {readFile, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {writeWhole} from './write-whole.ts';

/**
 * The pin that this machine last used of a workspace whose pin others can write: in a file of `$GANTRY_HOME`.
 * @param of says whose pin it is
 */
const fileOf = (home: string, of: string): string =>
  join(home, 'last-pins', `${createHash('sha256').update(of, 'utf8').digest('base64url')}.json`);

/** Returns undefined if nothing was pinned yet. @throws other errors of the file system */
export async function readLastPin(home: string, of: string): Promise<string | undefined> {
  return readFile(fileOf(home, of), 'utf8').catch((error: unknown) => {
    const {code} = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  });
}

/** A home that cannot be written keeps none; the pin of the backend counts all the same. */
export async function writeLastPin(home: string, of: string, text: string): Promise<void> {
  if ((await readLastPin(home, of)) === text) return;
  await writeWhole(fileOf(home, of), text).catch(() => undefined);
}

/** Forgets the pin; nothing happens if there is none. */
export const removeLastPin = (home: string, of: string): Promise<void> => rm(fileOf(home, of), {force: true});
