import {readdir} from 'node:fs/promises';
import {join} from 'node:path';

/**
 * Returns the paths that a program in a folder may read, for the permission model: the files of the folder and of the folders in it. Links, hidden
 * files and installed packages are left out. The permission model would follow a link to any file.
 */
export async function readablePaths(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, {withFileTypes: true}).catch(() => []);
  const own = entries.filter(({name}) => !name.startsWith('.') && name !== 'node_modules');
  const parts = await Promise.all(
    own
      .filter((one) => one.isDirectory() || one.isFile())
      .map(async (one) => (one.isFile() ? [join(folder, one.name)] : await readablePaths(join(folder, one.name)))),
  );
  const isWhole =
    parts.length === entries.length &&
    own.every((one, i) => !one.isDirectory() || isAll(parts[i], join(folder, one.name)));
  return isWhole ? [join(folder, '*')] : parts.flat();
}

/** Reports whether everything in a folder may be read, so that the paths of its files need not be listed. */
const isAll = (paths: readonly string[] | undefined, folder: string): boolean => paths?.[0] === join(folder, '*');
