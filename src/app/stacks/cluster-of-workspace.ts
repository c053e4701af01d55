import {GantryError} from '../../core/failure/failure.ts';
import {type SharedKubeconfig, sharedKubeconfig} from '../../core/workspace/shared-kubeconfig.ts';
import type {Deps} from '../deps.ts';
import {whereAt} from '../release/locate-history.ts';
import {chooseWorkspace} from '../workspace/choose-workspace.ts';
import type {FoundStack} from './found-stack.ts';

/**
 * Returns the shared resource that holds the kubeconfig of a stack's workspace; undefined if it is elsewhere. An invalid workspace is
 * reported when the stack itself is run.
 */
export async function clusterOfWorkspace(
  {request, location}: Pick<FoundStack, 'request' | 'location'>,
  deps: Deps,
): Promise<SharedKubeconfig | undefined> {
  try {
    const where = location === undefined ? await whereAt(request, deps) : {location};
    const {workspace} = await chooseWorkspace({request, ...where}, deps);
    return sharedKubeconfig(workspace.context ?? {});
  } catch (error) {
    if (error instanceof GantryError && error.failure.code !== 'cancelled') return undefined;
    throw error;
  }
}
