import {access, constants, stat} from 'node:fs/promises';

/** What a path leads to, links followed. */
export type FileProbe = 'file' | 'missing' | 'directory' | 'unreadable';

/**
 * What lies at a path, without opening it: `KUBECONFIG=<(vault read …)` is a pipe that can be read once, by whoever
 * needs its content. A path below something that is not a directory does not exist.
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
