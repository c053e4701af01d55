import {readFileSync} from 'node:fs';

/** Reads a text file. @throws the error that `fail` returns for the reason */
export function readOrThrow(file: string, fail: (reason: string, cause: unknown) => Error): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw fail(error instanceof Error ? error.message : '', error);
  }
}
