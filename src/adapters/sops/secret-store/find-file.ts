import {readdir, realpath, stat} from 'node:fs/promises';
import {dirname, join, relative, sep} from 'node:path';
import type {NoSecret} from '../../../ports/secret-store.ts';

/** A file, and what of a name leads on into it. */
export type FoundFile = {readonly file: string; readonly rest: readonly string[]};

/** The file that a name leads to: the one file of the store, or the nearest in its directory, with or without what ends its name. */
export async function findFile(path: string, name: readonly string[]): Promise<FoundFile | NoSecret> {
  const root = await realpath(path).catch(() => undefined);
  if (root === undefined) return {because: `there is no file or directory ${path}`};
  if (!(await stat(root)).isDirectory()) return {file: path, rest: name};
  if (name.some((segment) => segment === '.' || segment === '..' || segment.includes('\\')))
    return {because: `it leaves the directory ${path}`};
  for (let length = name.length; length > 0; length--) {
    const files = await filesNamed(join(path, ...name.slice(0, length)));
    const [file, other] = files;
    if (file === undefined) continue;
    if (other !== undefined) return {because: `there are several files of that name: ${files.join(', ')}`};
    // A link may lead elsewhere.
    const real = await realpath(file).catch(() => file);
    if (relative(root, real).split(sep)[0] === '..') return {because: `${file} leads out of the directory ${path}`};
    return {file, rest: name.slice(length)};
  }
  return {because: `there is no file ${join(path, ...name)}`, absent: true};
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
