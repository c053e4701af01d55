import type {ClusterAccess} from '../../ports/cluster-access.ts';
import type {Runtime} from '../../ports/runtime.ts';
import type {Deps} from '../deps.ts';
import {openContext, type ProgramContext} from '../programs/open-context.ts';
import type {StackRequest} from '../release-requests.ts';
import {connectCluster} from '../workspace/connect-cluster.ts';

export type AtCluster = {
  readonly context: ProgramContext;
  readonly access: ClusterAccess;
  readonly runtime: Runtime;
};

/** Asks the cluster of the current workspace something about ourselves. Its pin is not looked at: nothing is changed there. */
export async function atCluster<T>(request: StackRequest, deps: Deps, ask: (at: AtCluster) => Promise<T>): Promise<T> {
  const context = await openContext(request, deps);
  const {name, from, place, file} = context.chosen;
  const shown = place === 'backend' ? `backend:${file}` : file;
  deps.onEvent({type: 'workspace-chosen', workspace: name, from, file: shown});
  for (const diagnostic of context.warnings) deps.onEvent({type: 'diagnostic', diagnostic});
  const access = await connectCluster(context.kubeconfig, deps);
  const runtime = await deps.runtime(access);
  try {
    return await ask({context, access, runtime});
  } finally {
    await runtime.close();
  }
}
