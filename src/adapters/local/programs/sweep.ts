import {existsSync} from 'node:fs';
import {readdir, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {isLeftOver} from './directory-name.ts';

/** The file that marks a directory with more than credentials. Only the code that owns the contents removes the directory. */
const KEPT = 'kept';

/** Removes the directories of killed processes, because they contain credentials. */
export async function sweep(base: string): Promise<void> {
  const left = (await leftIn(base)).filter((path) => !isKept(path));
  // The next run removes directories that cannot be removed now.
  await Promise.all(left.map((path) => rm(path, {recursive: true, force: true}).catch(() => undefined)));
}

/** Returns the directories of killed processes that are kept. */
export const keptDirectories = async (base: string): Promise<readonly string[]> => (await leftIn(base)).filter(isKept);

const leftIn = async (base: string): Promise<readonly string[]> =>
  (await readdir(base).catch(() => [])).filter(isLeftOver).map((name) => join(base, name));

const isKept = (path: string): boolean => existsSync(join(path, KEPT));
