import type {Cluster} from '../../ports/cluster.ts';
import type {ClusterAccess} from '../../ports/cluster-access.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {checkAddress} from '../programs/check-address.ts';
import {openContext, type ProgramContext} from '../programs/open-context.ts';
import {connectCluster} from '../workspace/connect-cluster.ts';
import {checkPin} from '../workspace/pin.ts';

/** An open cluster with the access that led to it. */
export type AtCluster = {
  readonly context: ProgramContext;
  readonly access: ClusterAccess;
  readonly cluster: Cluster;
};

/**
 * Asks the cluster of the current workspace something about the user. The first contact binds the workspace, as with any command.
 * @throws GantryError 'cluster/other'
 */
export async function atCluster<T>(request: StackRequest, deps: Deps, ask: (at: AtCluster) => Promise<T>): Promise<T> {
  const context = await openContext(request, deps);
  const {name, from, place, file} = context.chosen;
  const shown = place === 'backend' ? `backend:${file}` : file;
  deps.onEvent({type: 'workspace-chosen', workspace: name, from, file: shown});
  for (const diagnostic of context.warnings) deps.onEvent({type: 'diagnostic', diagnostic});
  const {access, ...address} = await checkAddress(
    {...context, access: await connectCluster(context.kubeconfig, deps)},
    deps,
  );
  const cluster = await deps.cluster(access);
  try {
    // The question comes first, so that a refused credential is reported for that question.
    const answer = await ask({context, access, cluster});
    if (address.is === 'unbound') {
      const found = await cluster.identify(access.namespace === undefined ? {} : {namespace: access.namespace});
      await checkPin({...deps, chosen: context.chosen, access, found, backend: address.backend});
    }
    return answer;
  } finally {
    await cluster.close();
  }
}
