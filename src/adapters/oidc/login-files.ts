import {randomUUID} from 'node:crypto';
import {chmod, open, readdir, readFile, rename, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {makeDirectories} from '../../lib/make-directories.ts';
import {sha256} from '../../lib/sha256.ts';
import {readStored, type StoredLogin} from './stored-login.ts';

type Of = {readonly issuer: string; readonly clientId: string};

/** Returns the file of a login. One login serves all workspaces with the same issuer and client. */
export const loginFile = (directory: string, {issuer, clientId}: Of): string =>
  join(directory, `${sha256(JSON.stringify([issuer, clientId])).slice(0, 32)}.json`);

/** Returns undefined if there is no login, or one of another issuer or client. */
export async function readLogin(directory: string, of: Of): Promise<StoredLogin | undefined> {
  const login = await readFrom(loginFile(directory, of));
  return login?.issuer === of.issuer && login.clientId === of.clientId ? login : undefined;
}

async function readFrom(file: string): Promise<StoredLogin | undefined> {
  try {
    return readStored(await readFile(file, 'utf8'));
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Writes a login atomically: a reader sees the old login or the new one. */
export async function writeLogin(directory: string, login: StoredLogin): Promise<void> {
  await ownDirectory(directory);
  const next = join(directory, `.${randomUUID()}`);
  try {
    const file = await open(next, 'wx', 0o600);
    try {
      await file.writeFile(`${JSON.stringify(login, undefined, 2)}\n`);
      // A used refresh token whose successor is not on disk means that the login is lost.
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(next, loginFile(directory, login));
  } finally {
    await rm(next, {force: true});
  }
}

/** Creates the directory with access only for the user, and corrects the mode of an existing one. */
export async function ownDirectory(directory: string): Promise<void> {
  await makeDirectories(directory, {mode: 0o700});
  await chmod(directory, 0o700);
}

/** Deletes a login on this machine without notifying the provider. Does nothing if there is none. */
export const removeLogin = (directory: string, of: Of): Promise<void> => rm(loginFile(directory, of), {force: true});

/** Returns all stored logins, sorted by file name. Empty if the directory does not exist. Other files are left out. */
export async function allLogins(directory: string): Promise<readonly StoredLogin[]> {
  const names = await readdir(directory).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const files = names.filter((name) => name.endsWith('.json')).toSorted();
  const logins = await Promise.all(files.map((name) => readFrom(join(directory, name))));
  return logins.filter((login) => login !== undefined);
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';
