import {mkdirSync, statSync} from 'node:fs';
import {mkdir, stat} from 'node:fs/promises';
import {dirname} from 'node:path';

type Options = {readonly mode?: number};

/**
 * Creates a directory and its missing parents. Returns the first one that was created; undefined if all existed. The `recursive` option
 * of Node.js never ends below /proc and the like, where a parent exists and the error is still ENOENT.
 * @throws the error of the file system
 */
export async function makeDirectories(path: string, options: Options = {}): Promise<string | undefined> {
  try {
    await mkdir(path, options);
    return path;
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && (await isDirectory(path))) return undefined;
    const parent = dirname(path);
    if (codeOf(error) !== 'ENOENT' || parent === path) throw error;
    // Another run may have created the parent since.
    if (await isDirectory(parent)) return (await makeOne(path, options)) ? path : undefined;
    const first = await makeDirectories(parent, options);
    return (await makeOne(path, options)) ? (first ?? path) : first;
  }
}

async function makeOne(path: string, options: Options): Promise<boolean> {
  try {
    await mkdir(path, options);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && (await isDirectory(path))) return false;
    throw error;
  }
}

const isDirectory = async (path: string): Promise<boolean> =>
  stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );

/** Creates a directory and its missing parents synchronously. @throws the error of the file system */
export function makeDirectoriesSync(path: string, options: Options = {}): void {
  try {
    mkdirSync(path, options);
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && isDirectorySync(path)) return;
    const parent = dirname(path);
    if (codeOf(error) !== 'ENOENT' || parent === path || isDirectorySync(parent)) throw error;
    makeDirectoriesSync(parent, options);
    if (!isDirectorySync(path)) mkdirSync(path, options);
  }
}

const isDirectorySync = (path: string): boolean => statSync(path, {throwIfNoEntry: false})?.isDirectory() === true;

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);
