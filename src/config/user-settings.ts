import {randomUUID} from 'node:crypto';
import {mkdir, readFile, rename, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {GantryError} from '../core/failure/failure.ts';

/**
 * The workspace that a person switched to: one line in a file of `$GANTRY_HOME`. It is theirs alone, so it never goes
 * into a backend, which others may share.
 */
const switchFile = (home: string): string => join(home, 'current-workspace');

/** The name (or absolute path) of the workspace that was switched to, if any. */
export async function readSwitch(home: string): Promise<string | undefined> {
  try {
    const text = (await readFile(switchFile(home), 'utf8')).trim();
    return text === '' ? undefined : text;
  } catch (error) {
    const {code} = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw refused(error);
  }
}

/** Replaces the file as a whole: who reads it meanwhile sees the old name or the new one. */
export async function writeSwitch(home: string, workspace: string): Promise<void> {
  const draft = `${switchFile(home)}.${randomUUID()}`;
  try {
    await mkdir(home, {recursive: true, mode: 0o700});
    await writeFile(draft, `${workspace}\n`, {mode: 0o600, flag: 'wx'});
    await rename(draft, switchFile(home));
  } catch (error) {
    await rm(draft, {force: true}).catch(() => undefined);
    throw refused(error);
  }
}

export async function clearSwitch(home: string): Promise<void> {
  await rm(switchFile(home), {force: true}).catch((error: unknown) => {
    throw refused(error);
  });
}

const refused = (error: unknown): GantryError =>
  new GantryError({code: 'backend/io', detail: `the workspace switch: ${(error as Error).message}`}, {cause: error});
