import {dirname, isAbsolute, resolve} from 'node:path';
import {listWorkspaceFiles} from '../../config/list-workspace-files.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {looksLikeFile} from '../../core/workspace/workspace-name.ts';
import {parseReference, scopedName} from '../../core/workspace/workspace-scope.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Deps} from '../deps.ts';
import type {FoundWorkspace} from './chosen-workspace.ts';
import {findWorkspace} from './find-workspace.ts';
import {knownWorkspaces, ownDirectory} from './known-workspaces.ts';
import {workspacesAround} from './surroundings.ts';
import {workspaceLocations} from './workspace-locations.ts';

/** A workspace that another one names. */
export type OtherWorkspace = {
  /** The workspace that names the other one. */
  readonly from: FoundWorkspace;
  /** A name, or a file: a relative path starts at the file of the workspace that names it. */
  readonly name: string;
  /** The directory of the user, or of their stack: the project's workspaces are searched from there. */
  readonly directory?: string | undefined;
};

/**
 * Finds a workspace that another one names. It is searched in the place of that one: beside its file, or in the backend; then among the
 * user's own. A workspace of others must not select a nearer one of the same name.
 * @throws GantryError 'workspace/not-found', or the error of the workspace
 */
export async function findOther({from, name, directory}: OtherWorkspace, deps: Deps): Promise<FoundWorkspace> {
  const {backend} = await workspaceLocations(deps);
  if (looksLikeFile(name)) return findWorkspace({wanted: fileOf(from, name), base: deps.cwd, backend});
  const own = workspacesAround(directory === undefined ? {} : {directory}, deps);
  const near = from.place === 'file' ? dirname(from.file) : undefined;
  const isNear = near === undefined ? await isKept(name, backend) : await liesIn(near, name);
  const base = near ?? deps.cwd;
  // The name leads to the workspace in the same place, even if other places have a workspace with this name.
  if (isNear) return findWorkspace({wanted: name, base, backend, directory: near});
  // Every project finds the user's own workspaces. So a name without a scope must not lead to a workspace of the current project.
  const isMine = near === ownDirectory(deps.home) && parseReference(name).scope === undefined;
  if (isMine) return findWorkspace({wanted: scopedName('mine', name), base, backend, home: deps.home});
  return findWorkspace({wanted: name, base, backend, directory: own, home: deps.home});
}

const liesIn = async (directory: string, name: string): Promise<boolean> =>
  (await listWorkspaceFiles(directory)).some((entry) => entry.name === name);

const isKept = async (name: string, backend: Backend): Promise<boolean> =>
  (await knownWorkspaces({backend})).some((entry) => entry.name === name && entry.place === 'backend');

function fileOf(from: FoundWorkspace, name: string): string {
  if (from.place === 'file') return resolve(dirname(from.file), name);
  if (isAbsolute(name)) return name;
  throw new GantryError({
    code: 'workspace/not-found',
    name,
    known: [],
    looked: [`the file ${name} beside ${from.file}, but a workspace in the backend is not in a directory`],
  });
}
