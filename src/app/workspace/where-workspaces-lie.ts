import {type Failure, GantryError} from '../../core/failure/failure.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Deps} from '../deps.ts';

/** The backend in which workspaces are looked for that are no files; `unasked`: why it is not. */
export type WhereWorkspacesLie = {readonly backend: Backend; readonly unasked?: Failure};

/** A backend in the cluster of a workspace cannot be opened before that workspace is known, and leads somewhere. */
const OF_ITS_WORKSPACE: ReadonlySet<Failure['code']> = new Set([
  'workspace/not-chosen',
  'workspace/not-found',
  'context/kubeconfig',
  'cluster/other',
  'secret/denied',
  'secret/unreachable',
]);

/** Who looks for a workspace finds those that are files, although the backend cannot be asked for want of one. */
export async function whereWorkspacesLie(deps: Pick<Deps, 'backend'>): Promise<WhereWorkspacesLie> {
  try {
    return {backend: await deps.backend()};
  } catch (error) {
    if (!(error instanceof GantryError) || !OF_ITS_WORKSPACE.has(error.failure.code)) throw error;
    return {backend: UNASKED, unasked: error.failure};
  }
}

/** Holds nothing, and says why in messages about where was looked. */
export const UNASKED: Backend = {
  name: '(not read: it is in the cluster of that workspace, which therefore must be a file)',
  get: async () => undefined,
  put: async () => 'conflict',
  delete: async () => 'conflict',
  list: async () => [],
};
