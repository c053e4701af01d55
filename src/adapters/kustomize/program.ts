import {constants} from 'node:fs';
import {access, realpath, stat} from 'node:fs/promises';
import {delimiter, isAbsolute, join} from 'node:path';

/** A program that builds kustomizations, or renders charts for it. */
export type Program = {
  readonly name: 'kustomize' | 'kubectl' | 'helm';
  /** The absolute path. */
  readonly path: string;
  /** An identity that changes with the program, because another version may produce another output. */
  readonly identity: string;
};

const NAMES = ['kustomize', 'kubectl'] as const;

/** Finds the first `kustomize` and the first `kubectl` in a PATH, in this order. Empty and relative members are ignored. */
export async function findPrograms(path: string): Promise<readonly Program[]> {
  const directories = path.split(delimiter).filter((directory) => isAbsolute(directory));
  const found = await Promise.all(NAMES.map((name) => firstIn(directories, name)));
  return found.filter((program) => program !== undefined);
}

/** Finds the first `helm` in a PATH. */
export const findHelm = (path: string): Promise<Program | undefined> =>
  firstIn(
    path.split(delimiter).filter((directory) => isAbsolute(directory)),
    'helm',
  );

const ENDINGS = process.platform === 'win32' ? ['.exe'] : [''];

async function firstIn(directories: readonly string[], name: Program['name']): Promise<Program | undefined> {
  for (const path of directories.flatMap((directory) => ENDINGS.map((ending) => join(directory, name + ending)))) {
    const identity = await identityOf(path);
    if (identity !== undefined) return {name, path, identity};
  }
  return undefined;
}

async function identityOf(path: string): Promise<string | undefined> {
  try {
    await access(path, constants.X_OK);
    const file = await realpath(path);
    const {size, mtimeMs} = await stat(file);
    return `${file} ${size} ${mtimeMs}`;
  } catch {
    return undefined;
  }
}
