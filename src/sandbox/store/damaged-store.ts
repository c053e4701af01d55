import {basename} from 'node:path';
import {GantryError} from '../../core/failure/failure.ts';

/** A file of the sandbox is not what was written. */
export const damaged = (directory: string, file: string, problem: string): GantryError =>
  new GantryError({code: 'sandbox/damaged', name: basename(directory), file, problem});

/** Does what touches the sandbox's files; what the system says no to names the sandbox. */
export function inDirectory<T>(directory: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw unusable(directory, error.message, error);
  }
}

/** Its directory does not do for a sandbox. */
export const unusable = (directory: string, problem: string, cause?: unknown): GantryError =>
  new GantryError({code: 'sandbox/unusable', name: basename(directory), directory, problem}, {cause});
