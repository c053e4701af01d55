import {readFile, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {GantryError} from '../core/failure/failure.ts';
import {writeWhole} from './write-whole.ts';

/**
 * Returns the path of the file with the workspace that the user switched to. It is in `$GANTRY_HOME` and never in a backend, which other
 * users may share.
 */
const switchFile = (home: string): string => join(home, 'current-workspace');

/** Returns the name or the absolute path of the workspace that the user switched to; undefined if there is none. */
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

/** Stores the workspace that `gantry workspace switch` chose. @throws GantryError if the file cannot be written */
export async function writeSwitch(home: string, workspace: string): Promise<void> {
  await writeWhole(switchFile(home), `${workspace}\n`).catch((error: unknown) => {
    throw refused(error);
  });
}

/** Forgets the chosen workspace. @throws GantryError if the file cannot be removed */
export async function clearSwitch(home: string): Promise<void> {
  await rm(switchFile(home), {force: true}).catch((error: unknown) => {
    throw refused(error);
  });
}

const refused = (error: unknown): GantryError =>
  new GantryError({code: 'backend/io', detail: `current-workspace: ${(error as Error).message}`}, {cause: error});
