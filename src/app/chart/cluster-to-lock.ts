import type {StackLocation} from '../../config/find-project.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {Deps} from '../deps.ts';
import {clusterConnection} from '../plan/cluster-connection.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {chooseWorkspace} from '../workspace/choose-workspace.ts';
import {currentChoice} from '../workspace/current-choice.ts';

/** The version and the APIs of a cluster, as the lock file keeps them. */
export type ClusterToLock = {
  readonly cluster?: {version: string; apis: string[]};
  readonly diagnostics: readonly Diagnostic[];
};

/** Returns the version and the APIs of the workspace's cluster. Without a workspace, or if it cannot be reached, a remark says so. */
export async function clusterToLock(
  {location, ...request}: StackRequest & {readonly location: StackLocation},
  deps: Deps,
): Promise<ClusterToLock> {
  if ((await currentChoice({request, location}, deps)) === undefined)
    return remark(
      'no workspace is chosen, so the version and the APIs of the cluster are not read',
      'Choose one with -w.',
    );
  const connection = clusterConnection(deps);
  try {
    const chosen = await chooseWorkspace({request, location}, deps);
    const {cluster} = await connection.open({chosen, resources: [], stackDir: location.stack.dir});
    const [version, apis] = [await cluster.facts.version(), await cluster.facts.apis()];
    return {cluster: {version, apis: [...apis]}, diagnostics: []};
  } catch (error) {
    if (!(error instanceof GantryError)) throw error;
    return remark(
      'the cluster of the workspace cannot be reached, so its version and its APIs are not read',
      'Run "gantry workspace check" to see why.',
    );
  } finally {
    await connection.close();
  }
}

const remark = (message: string, hint: string): ClusterToLock => ({
  diagnostics: [{severity: 'note', code: 'chart/cluster-not-locked', message, hint}],
});
