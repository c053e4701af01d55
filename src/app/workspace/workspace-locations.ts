import {type Failure, GantryError} from '../../core/failure/failure.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Deps} from '../deps.ts';
import type {WorkspacePlaces} from './known-workspaces.ts';

/** The backend that stores workspaces which are not files; `unasked`: the reason why it cannot be read. */
export type WorkspaceLocations = {readonly backend: Backend; readonly unasked?: Failure};

/** The failures of a backend in the cluster of a workspace: it cannot be opened before that workspace is known and has a cluster. */
const OF_ITS_WORKSPACE: ReadonlySet<Failure['code']> = new Set([
  'backend/no-workspace',
  'workspace/not-chosen',
  'workspace/not-found',
  'context/kubeconfig',
  'cluster/other',
  'secret/denied',
  'secret/unreachable',
]);

/** Opens the backend to find workspaces. If it cannot be opened, workspaces in files are still found. */
export async function workspaceLocations(deps: Pick<Deps, 'backend'>): Promise<WorkspaceLocations> {
  try {
    return {backend: await deps.backend()};
  } catch (error) {
    if (!(error instanceof GantryError) || !OF_ITS_WORKSPACE.has(error.failure.code)) throw error;
    return {backend: UNASKED, unasked: error.failure};
  }
}

/** Returns all places where a name may lead to a workspace. */
export const placesOf = async (
  directory: string | undefined,
  deps: Pick<Deps, 'backend' | 'home'>,
): Promise<WorkspacePlaces> => ({directory, backend: (await workspaceLocations(deps)).backend, home: deps.home});

/** An empty backend whose name says why it was not read. */
export const UNASKED: Backend = {
  name: '(not read: it is in the cluster of that workspace, which therefore must be a file)',
  get: async () => undefined,
  put: async () => 'conflict',
  delete: async () => 'conflict',
  list: async () => [],
};
