import {constants} from 'node:fs';
import {access, realpath, stat} from 'node:fs/promises';
import {delimiter, isAbsolute, join} from 'node:path';

/** A program that was found. */
export type FoundProgram = {
  /** The absolute path. */
  readonly path: string;
  /** An identity that changes with the program, because another version may produce another output. */
  readonly identity: string;
};

const ENDING = process.platform === 'win32' ? '.exe' : '';

/** Finds the first program with a name in a PATH. Empty and relative members are ignored. */
export async function findProgram(path: string | undefined, name: string): Promise<FoundProgram | undefined> {
  for (const directory of (path ?? '').split(delimiter).filter((one) => isAbsolute(one))) {
    const file = join(directory, name + ENDING);
    try {
      await access(file, constants.X_OK);
      const real = await realpath(file);
      const {size, mtimeMs} = await stat(real);
      return {path: file, identity: `${real} ${size} ${mtimeMs}`};
    } catch {}
  }
  return undefined;
}
