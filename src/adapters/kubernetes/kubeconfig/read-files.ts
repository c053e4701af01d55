import {readFile} from 'node:fs/promises';
import type {Problem} from './problem.ts';

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'cannot be read (permission denied)',
  EISDIR: 'is a directory',
  ENOTDIR: 'does not exist',
};

/** Reads a text file that a kubeconfig references; `name` is the field that names it. */
export const readText = async (path: string, fail: (text: string) => Error, name?: string): Promise<string> =>
  (await readBytes(path, fail, name)).toString('utf8');

/** Reads the same file without decoding it. */
export async function readBytes(path: string, fail: (text: string) => Error, name?: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw fail(
      `${name === undefined ? '' : `${name} `}${path} ${WORDS[codeOf(error)] ?? `cannot be read (${codeOf(error)})`}`,
    );
  }
}

/** Reads the existing files of a kubeconfig list. Some files of the list may be missing, but not all. */
export async function readKubeconfigFiles(
  paths: readonly string[],
  problem: Problem,
): Promise<readonly {readonly file: string; readonly text: string}[]> {
  const found = await Promise.all(
    paths.map(async (file) => {
      try {
        return [{file, text: await readFile(file, 'utf8')}];
      } catch (error) {
        if (paths.length > 1 && codeOf(error) === 'ENOENT') return [];
        throw problem(`${file} ${WORDS[codeOf(error)] ?? `cannot be read (${codeOf(error)})`}`);
      }
    }),
  );
  if (found.flat().length === 0)
    throw problem(`none of these files exists: ${paths.join(', ') || '(no path was given)'}`);
  return found.flat();
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : 'error');
