import {readdir} from 'node:fs/promises';
import {join} from 'node:path';
import {nameOfWorkspaceFile} from '../core/workspace/workspace-name.ts';
import {compareNaturally} from '../lib/compare-naturally.ts';
import {trustedDirectory} from './untrusted/checkout.ts';

/** A workspace file of a project, with the name from its file name. */
export type WorkspaceFilePath = {readonly name: string; readonly path: string};

/** Lists the workspace files of a directory, sorted by path. Returns an empty list for a directory that does not exist. */
export async function listWorkspaceFiles(directory: string): Promise<readonly WorkspaceFilePath[]> {
  const entries = await readdir(trustedDirectory(directory), {withFileTypes: true}).catch(noDirectory);
  return entries
    .filter((entry) => !entry.isDirectory() && /^[^.].*\.ya?ml$/.test(entry.name))
    .map(({name}) => ({name: nameOfWorkspaceFile(name), path: join(directory, name)}))
    .toSorted((a, b) => compareNaturally(a.path, b.path));
}

function noDirectory(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
  throw error;
}
