import {parseWorkspaceText} from '../../config/workspace-file.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {JsonObject} from '../../core/json.ts';
import {sharedKubeconfig} from '../../core/workspace/shared-kubeconfig.ts';
import {mapLimited} from '../../lib/limit-concurrency.ts';
import type {Backend} from '../../ports/backend.ts';
import {knownWorkspaces} from '../workspace/known-workspaces.ts';

/** A workspace of the backend, and the shared resource that it takes its kubeconfig from. */
export type WorkspaceOn = {readonly workspace: string; readonly id: string};

const AT_ONCE = 8;

/** Returns the workspaces of a backend that take their kubeconfig from one of these shared resources of another workspace. */
export async function workspacesOn(
  workspace: string,
  ids: readonly string[],
  backend: Backend,
): Promise<readonly WorkspaceOn[]> {
  const kept = (await knownWorkspaces({backend})).filter(({place}) => place === 'backend');
  const found = await mapLimited(kept, AT_ONCE, async ({name, file}) => {
    const cluster = sharedKubeconfig(await contextAt(file, backend));
    const isOn = cluster !== undefined && cluster.workspace === workspace && ids.includes(cluster.id);
    return isOn ? [{workspace: name, id: cluster.id}] : [];
  });
  return found.flat();
}

/** Returns the context of a workspace in the backend. An invalid workspace reaches no cluster. */
async function contextAt(key: string, backend: Backend): Promise<JsonObject> {
  const stored = await backend.get(key);
  if (stored === undefined) return {};
  try {
    const {workspace} = parseWorkspaceText(new TextDecoder().decode(stored.value), key);
    return workspace.context ?? {};
  } catch (error) {
    if (error instanceof GantryError && error.failure.code === 'input/invalid') return {};
    throw error;
  }
}
