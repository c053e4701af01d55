import {readdir, realpath, stat} from 'node:fs/promises';
import {dirname, join, relative, sep} from 'node:path';
import type {NoSecret} from '../../../ports/secret-store.ts';

/** A file, and the remaining segments of a name inside it. */
export type FoundFile = {readonly file: string; readonly rest: readonly string[]};

/** Finds the file of a name: the single file of the store, or the longest match in its directory, with or without the extension. */
export async function findFile(path: string, name: readonly string[]): Promise<FoundFile | NoSecret> {
  const root = await realpath(path).catch(() => undefined);
  if (root === undefined) return {because: `the file or directory ${path} does not exist`};
  if (!(await stat(root)).isDirectory()) return {file: path, rest: name};
  if (name.some((segment) => segment === '.' || segment === '..' || segment.includes('\\')))
    return {because: `its name points outside of the directory ${path}`};
  for (let length = name.length; length > 0; length--) {
    const files = await filesNamed(join(path, ...name.slice(0, length)));
    const [file, other] = files;
    if (file === undefined) continue;
    if (other !== undefined) return {because: `several files have that name: ${files.join(', ')}`};
    // A link may point outside of the directory.
    const real = await realpath(file).catch(() => file);
    if (relative(root, real).split(sep)[0] === '..')
      return {because: `${file} points outside of the directory ${path}`};
    return {file, rest: name.slice(length)};
  }
  return {because: `the file ${join(path, ...name)} does not exist`, absent: true};
}

const ENDS = /(?:[.](?:enc|sops))?[.](?:ya?ml|json|env|ini|enc|sops)$/;

async function filesNamed(path: string): Promise<readonly string[]> {
  const directory = dirname(path);
  const entries = await readdir(directory, {withFileTypes: true}).catch(() => []);
  return entries
    .filter((entry) => !entry.isDirectory())
    .map(({name}) => join(directory, name))
    .filter((file) => file === path || file.replace(ENDS, '') === path)
    .toSorted();
}
