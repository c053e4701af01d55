import {readdir, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {isMissing, removeIfThere} from './files.ts';
import {isLeftover, ownedName} from './owned-name.ts';

/** The directory of staged values under the root. The dot keeps it out of the keys. */
const STAGE = '.stage';
const OLD_MS = 24 * 60 * 60_000;

/** Returns a path for a value that is not yet in place, on the same file system as the rest. */
export const newStage = (root: string): string => join(root, STAGE, ownedName());

/** Removes values that dead processes staged, and values so old that their process must be dead. */
export async function sweepStage(root: string): Promise<void> {
  for (const name of await namesIn(join(root, STAGE))) {
    const path = join(root, STAGE, name);
    if (isLeftover(name) || Date.now() - (await changedAt(path)) > OLD_MS) await removeIfThere(path);
  }
}

/** Returns the sorted names in a directory. Empty if it does not exist. */
export async function namesIn(directory: string): Promise<readonly string[]> {
  try {
    return (await readdir(directory)).toSorted();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

async function changedAt(path: string): Promise<number> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    if (isMissing(error)) return Date.now();
    throw error;
  }
}
