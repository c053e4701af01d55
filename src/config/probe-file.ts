import {access, constants, stat} from 'node:fs/promises';

/** The kind of file at a path, after links were followed. */
export type FileProbe = 'file' | 'missing' | 'directory' | 'unreadable';

/**
 * Returns the kind of file at a path without opening it: `KUBECONFIG=<(vault read …)` is a pipe that can be read only once.
 * A path below a file that is not a directory is missing.
 */
export async function probeFile(path: string): Promise<FileProbe> {
  try {
    if ((await stat(path)).isDirectory()) return 'directory';
    await access(path, constants.R_OK);
    return 'file';
  } catch (error) {
    const {code} = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : 'unreadable';
  }
}
