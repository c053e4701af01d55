import {GantryError} from '../core/failure/failure.ts';
import {type ClusterIdentity, describeCluster, sameCluster, sameEvidence} from '../core/workspace/cluster-identity.ts';
import {trustedAfter} from '../core/workspace/cluster-pin.ts';
import type {Series} from '../engine/release/series.ts';
import type {Backend} from '../ports/backend.ts';
import type {ClusterAccess} from '../ports/cluster-access.ts';
import type {Runtime} from '../ports/runtime.ts';
import type {Deps} from './deps.ts';
import type {ChosenWorkspace} from './workspace/chosen-workspace.ts';
import {checkPin} from './workspace/pin.ts';

export type ReachCluster = {
  readonly deps: Pick<Deps, 'clock' | 'home' | 'onEvent'>;
  /** Whose uid tells the cluster where kube-system must not be read. */
  readonly namespace?: string | undefined;
  readonly chosen: ChosenWorkspace;
  readonly backend: Backend;
  readonly series: Pick<Series, 'last'>;
  readonly access: ClusterAccess;
  readonly runtime: Pick<Runtime, 'identify'>;
};

/**
 * Who is at the other end: the cluster pinned for the workspace, and the one of the last release.
 * @throws GantryError 'cluster/other'.
 */
export async function reachCluster(reach: ReachCluster): Promise<ClusterIdentity> {
  const {deps, namespace, chosen, access, backend, series, runtime} = reach;
  const cluster = await runtime.identify(namespace === undefined ? {} : {namespace});
  const pin = await checkPin({...deps, chosen, access, found: cluster, backend});
  const {server, identity, version} = cluster;
  deps.onEvent({type: 'cluster-reached', server, identity, version, source: chosen.from});
  const {last} = series;
  if (last === undefined || !sameEvidence(last.cluster, cluster) || sameCluster(last.cluster, cluster)) return cluster;
  if (trustedAfter(pin, last.startedAt)) return cluster;
  const [expected, found] = [describeCluster(last.cluster), describeCluster(cluster)];
  throw new GantryError({code: 'cluster/other', workspace: chosen.name, expected, found});
}
