import type {LoadOptions} from '../../config/load-resources.ts';
import type {StackLocation} from '../../config/stack-location.ts';
import type {Release} from '../../core/release/release.ts';
import type {Deps} from '../deps.ts';
import type {ChosenWorkspace} from '../workspace/chosen-workspace.ts';
import {buildValues} from '../workspace/workspace-values.ts';
import {clusterConnection} from './cluster-connection.ts';
import {factsForSources} from './facts-for-sources.ts';
import {type LoadedStack, loadStack} from './load-stack.ts';

type Loading = Pick<LoadOptions, 'specFile' | 'images'> & {
  readonly location: StackLocation;
  readonly chosen: ChosenWorkspace;
  /** The records of the release that is promoted. */
  readonly released?: Release['sources'];
};

/**
 * Loads a stack as the plan for a workspace does: its charts see the cluster of the workspace. The cluster is contacted only if a source
 * asks.
 * @param deps with the backend of the workspace
 * @throws GantryError as `loadStack`, and for a cluster or a backend that does not answer
 */
export async function loadForPlan({location, chosen, released, ...options}: Loading, deps: Deps): Promise<LoadedStack> {
  const connection = clusterConnection(deps);
  try {
    const {facts} = factsForSources({location, chosen, connection, use: 'look'}, deps);
    return await loadStack(location, {...options, workspace: buildValues(chosen, deps, released), facts}, deps);
  } finally {
    await connection.close();
  }
}
