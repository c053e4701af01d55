import {GantryError} from '../../core/failure/failure.ts';
import {workspaceKey} from '../../core/release/keys.ts';
import type {Backend, Stored} from '../../ports/backend.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {knownNames, knownWorkspaces} from './known-workspaces.ts';
import {workspacesAround} from './surroundings.ts';

/** A workspace as the backend stores it. */
export type KeptWorkspace = {
  readonly name: string;
  readonly backend: Backend;
  /** The backend's key. */
  readonly file: string;
  readonly stored: Stored;
};

/**
 * Finds a workspace that the backend keeps, in order to change it: a file of the project is the user's own to change.
 * @throws GantryError 'workspace/not-found', or 'input/usage' that names the file
 */
export async function keptWorkspace(
  request: StackRequest & {readonly name: string},
  deps: Deps,
): Promise<KeptWorkspace> {
  const {name} = request;
  const backend = await deps.backend();
  const file = workspaceKey(name);
  const stored = await backend.get(file);
  if (stored === undefined) throw await notKept(request, backend, deps);
  return {name, backend, file, stored};
}

/** Returns the workspace file as text. */
export const textOf = ({stored}: Pick<KeptWorkspace, 'stored'>): string => new TextDecoder().decode(stored.value);

/** Returns the error for a workspace that is not in the backend. */
async function notKept(
  request: StackRequest & {readonly name: string},
  backend: Backend,
  deps: Deps,
): Promise<GantryError> {
  const {name} = request;
  const workspacesDir = workspacesAround(request, deps);
  const known = await knownWorkspaces({directory: workspacesDir, backend});
  const own = known.find((entry) => entry.name === name && entry.place !== 'backend');
  if (own === undefined) {
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
