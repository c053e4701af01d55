import {constants} from 'node:fs';
import {access, realpath, stat} from 'node:fs/promises';
import {delimiter, isAbsolute, join} from 'node:path';

/** The helm program. */
export type HelmProgram = {
  /** The absolute path. */
  readonly path: string;
  /** An identity that changes with the program, because another version may produce another output. */
  readonly identity: string;
};

const FILE = process.platform === 'win32' ? 'helm.exe' : 'helm';

/** Finds the first `helm` in a PATH. Empty and relative members are ignored. */
export async function findHelm(path: string): Promise<HelmProgram | undefined> {
  for (const directory of path.split(delimiter).filter((one) => isAbsolute(one))) {
    const file = join(directory, FILE);
    try {
      await access(file, constants.X_OK);
      const real = await realpath(file);
      const {size, mtimeMs} = await stat(real);
      return {path: file, identity: `${real} ${size} ${mtimeMs}`};
    } catch {}
  }
  return undefined;
}
