import {GantryError} from '../../core/failure/failure.ts';
import {workspaceKey} from '../../core/release/keys.ts';
import {parseReference, type WorkspaceScope} from '../../core/workspace/workspace-scope.ts';
import type {Backend, Stored} from '../../ports/backend.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {refuseAmbiguous} from './find-workspace.ts';
import {isOwnBackend, knownNames, knownWorkspaces} from './known-workspaces.ts';
import {ownBackend} from './own-backend.ts';
import {workspacesAround} from './surroundings.ts';
import {workspaceLocations} from './workspace-locations.ts';

/** The backend that stores a workspace. */
export type WorkspaceStore = {
  /** The name without its scope. */
  readonly name: string;
  readonly scope: WorkspaceScope;
  readonly backend: Backend;
  /** The backend of the project, with releases in this workspace; undefined if it stores the workspace, too. */
  readonly releases?: Backend | undefined;
};

/** A workspace as a backend stores it. */
export type KeptWorkspace = WorkspaceStore & {
  /** The backend's key. */
  readonly file: string;
  readonly stored: Stored;
};

type Named = StackRequest & {readonly name: string};

/**
 * Finds the backend that stores a workspace, in order to change it: `$GANTRY_HOME`, or the backend of the project.
 * @throws GantryError 'workspace/ambiguous', or the reason why the backend cannot be opened
 */
export async function storeOf(request: Named, deps: Deps): Promise<WorkspaceStore> {
  const {name, scope} = parseReference(request.name);
  const {backend, unasked} = await workspaceLocations(deps);
  const isOwn = isOwnBackend({backend, home: deps.home});
  const own = {
    name,
    scope: 'mine',
    ...(isOwn ? {backend} : {backend: await ownBackend(deps), releases: backend}),
  } as const;
  if (scope === 'mine') return own;
  const places = {directory: workspacesAround(request, deps), backend, home: deps.home};
  const known = (await knownWorkspaces(places)).filter((one) => one.name === name);
  if (scope === undefined) refuseAmbiguous(known, {...places, wanted: name});
  if (scope === undefined && (isOwn || known.some((one) => one.scope === 'mine'))) return own;
  if (unasked !== undefined) throw new GantryError(unasked);
  return {name, scope: 'shared', backend};
}

/**
 * Finds a workspace that a backend stores, in order to change it. Gantry does not change the files of a project.
 * @throws GantryError 'workspace/not-found', 'workspace/ambiguous', or 'input/usage' that names the file
 */
export async function keptWorkspace(request: Named, deps: Deps): Promise<KeptWorkspace> {
  return keptIn(await storeOf(request, deps), request, deps);
}

/** Finds a workspace in the backend that stores it. @throws GantryError as `keptWorkspace` */
export async function keptIn(store: WorkspaceStore, request: Named, deps: Deps): Promise<KeptWorkspace> {
  const file = workspaceKey(store.name);
  const stored =
    store.scope === 'shared' && isOwnBackend({...store, home: deps.home}) ? undefined : await store.backend.get(file);
  if (stored === undefined) throw await notKept(request, store, deps);
  return {...store, file, stored};
}

/** Returns the workspace file as text. */
export const textOf = ({stored}: Pick<KeptWorkspace, 'stored'>): string => new TextDecoder().decode(stored.value);

/** Returns the error for a workspace that is not in the backend. */
async function notKept(request: Named, {name, backend}: WorkspaceStore, deps: Deps): Promise<GantryError> {
  const workspacesDir = workspacesAround(request, deps);
  const known = await knownWorkspaces({directory: workspacesDir, backend, home: deps.home});
  const own = known.find((entry) => entry.name === name && (entry.place === 'built-in' || entry.scope === 'shared'));
  if (own === undefined || (own.scope === 'shared' && parseReference(request.name).scope === 'mine')) {
    return new GantryError({
      code: 'workspace/not-found',
      name,
      known: knownNames(known),
      looked: [`${workspaceKey(name)} in the backend ${backend.name}`],
    });
  }
  if (own.place === 'built-in')
    return new GantryError({
      code: 'input/usage',
      message: `the workspace ${name} is built in, and cannot be changed`,
      hint: `Create a file workspaces/${name}.yaml with "context: {cluster: sandbox}" to use your own in its place.`,
    });
  return new GantryError({
    code: 'input/usage',
    message: `the workspace ${name} is a file of this project`,
    hint: `Edit, rename or delete ${own.file} yourself.`,
  });
}
