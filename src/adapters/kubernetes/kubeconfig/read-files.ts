import {readFile} from 'node:fs/promises';
import type {Problem} from './problem.ts';

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'cannot be read (permission denied)',
  EISDIR: 'is a directory',
  ENOTDIR: 'does not exist',
};

/** The text of a file that a kubeconfig needs; `name` says what for. */
export const readText = async (path: string, fail: (text: string) => Error, name?: string): Promise<string> =>
  (await readBytes(path, fail, name)).toString('utf8');

/** The same, not decoded. */
export async function readBytes(path: string, fail: (text: string) => Error, name?: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw fail(
      `${name === undefined ? '' : `${name} `}${path} ${WORDS[codeOf(error)] ?? `cannot be read (${codeOf(error)})`}`,
    );
  }
}

/** The kubeconfig files of a list that are there: missing members of a list are skipped, but not all of them. */
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
