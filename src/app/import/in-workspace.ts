import type {Cluster} from '../../ports/cluster.ts';
import type {Deps} from '../deps.ts';
import {reachCluster} from '../plan/reach-cluster.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {openCluster} from '../workspace/admit-server.ts';
import {chooseWorkspace} from '../workspace/choose-workspace.ts';
import type {ChosenWorkspace} from '../workspace/chosen-workspace.ts';
import {resolveContext} from '../workspace/resolve-context.ts';
import {surroundings} from '../workspace/surroundings.ts';

/** A request to read the cluster of a workspace, without a stack. */
export type InWorkspace<T> = {
  /** The namespace whose uid identifies the cluster if kube-system cannot be read. */
  readonly namespace?: string | undefined;
  readonly look: (cluster: Cluster) => Promise<T>;
};

/** Looks at the workspace's cluster. No stack is needed; one that is there only helps to find the workspace. */
export async function inWorkspace<T>(
  request: StackRequest,
  {namespace, look}: InWorkspace<T>,
  deps: Deps,
): Promise<{readonly workspace: ChosenWorkspace; readonly found: T}> {
  const around = await surroundings(request, deps);
  const chosen = await chooseWorkspace({request, ...around}, deps);
  const {name, from, place, file} = chosen;
  const kept = place === 'backend' ? `backend:${file}` : file;
  deps.onEvent({type: 'workspace-chosen', workspace: name, from, file: kept});
  const context = await resolveContext({chosen, resources: []}, deps);
  for (const diagnostic of context.warnings) deps.onEvent({type: 'diagnostic', diagnostic});
  const backend = await deps.backend();
  const {access, cluster} = await openCluster({...context, chosen, backend}, deps);
  try {
    await reachCluster({deps, namespace, chosen, access, backend, history: {}, cluster});
    return {workspace: chosen, found: await look(cluster)};
  } finally {
    await cluster.close();
  }
}
