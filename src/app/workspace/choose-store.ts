import {GantryError} from '../../core/failure/failure.ts';
import type {WorkspaceScope} from '../../core/workspace/workspace-scope.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Deps} from '../deps.ts';
import {isOwnBackend} from './known-workspaces.ts';
import {ownBackend} from './own-backend.ts';
import {workspaceLocations} from './workspace-locations.ts';

/** Decides whether a new workspace is for the user or for everyone. */
export type StoreChoice = {
  /** A flag; without it `ask` decides. */
  readonly scope?: WorkspaceScope | undefined;
  /** Asks the user. `backend`: the name of the shared backend. Absent without a terminal: the workspace is the user's own. */
  readonly ask?: ((backend: string) => Promise<WorkspaceScope>) | undefined;
};

/** The backend for a new workspace. */
export type Store = {readonly scope: WorkspaceScope; readonly backend: Backend};

/**
 * Chooses where a new workspace is stored: in `$GANTRY_HOME`, unless the user wants to share it. The user is asked only if there is a shared backend.
 * @throws GantryError 'input/usage' if `--shared` is given without a shared backend; the error of the backend if it cannot be opened
 */
export async function chooseStore({scope, ask}: StoreChoice, deps: Deps): Promise<Store> {
  if (scope === 'mine' || (scope === undefined && ask === undefined)) return mine(deps);
  const {backend, unasked} = scope === undefined ? await workspaceLocations(deps) : {backend: await deps.backend()};
  const isOwn = isOwnBackend({backend, home: deps.home});
  if (scope === undefined) {
    if (isOwn || unasked !== undefined || (await ask?.(backend.name)) !== 'shared') return mine(deps);
    return {scope: 'shared', backend};
  }
  if (isOwn) throw notShared(backend);
  return {scope, backend};
}

const mine = async (deps: Deps): Promise<Store> => ({scope: 'mine', backend: await ownBackend(deps)});

function notShared({name}: Backend): GantryError {
  const message = `--shared needs a backend that other people use, but the backend here is your own directory: ${name}`;
  const hint =
    'Name another one with --backend or in project.yaml, or write the file workspaces/NAME.yaml in the project.';
  return new GantryError({code: 'input/usage', message, hint});
}
