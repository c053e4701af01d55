import {basename} from 'node:path';
import {GantryError} from '../../core/failure/failure.ts';

/** Returns the error for a damaged file of the sandbox. `problem` follows the path of the file. */
export const damaged = (directory: string, file: string, problem: string): GantryError =>
  new GantryError({code: 'sandbox/damaged', name: basename(directory), file, problem});

/** Calls a function that accesses the files of the sandbox. Converts an error of the file system into one that names the sandbox. */
export function inDirectory<T>(directory: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw unusable(directory, error.message, error);
  }
}

/** Returns the error for a directory that cannot hold a sandbox. */
export const unusable = (directory: string, problem: string, cause?: unknown): GantryError =>
  new GantryError({code: 'sandbox/unusable', name: basename(directory), directory, problem}, {cause});
