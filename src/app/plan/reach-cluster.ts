import type {DefaultNamespace} from '../../core/event.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {
  type ClusterIdentity,
  describeCluster,
  sameCluster,
  sameEvidence,
} from '../../core/workspace/cluster-identity.ts';
import {trustedAfter} from '../../core/workspace/cluster-pin.ts';
import type {ReleaseHistory} from '../../engine/release/release-history.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Cluster} from '../../ports/cluster.ts';
import type {ClusterAccess} from '../../ports/cluster-access.ts';
import type {Deps} from '../deps.ts';
import type {ChosenWorkspace} from '../workspace/chosen-workspace.ts';
import {checkPin} from '../workspace/pin.ts';

/** A cluster to identify, and to compare with the pin and with the last release. */
export type ReachCluster = {
  readonly deps: Pick<Deps, 'clock' | 'home' | 'onEvent'>;
  /** The namespace whose uid identifies the cluster if kube-system cannot be read. */
  readonly namespace?: string | undefined;
  readonly chosen: ChosenWorkspace;
  readonly backend: Backend;
  readonly history: Pick<ReleaseHistory, 'last'>;
  readonly access: ClusterAccess;
  readonly cluster: Pick<Cluster, 'identify'>;
};

/**
 * Checks the identity of the cluster: it must be the one pinned for the workspace, and the one of the last release.
 * @throws GantryError 'cluster/other'.
 */
export async function reachCluster(reach: ReachCluster): Promise<ClusterIdentity> {
  const {deps, namespace, chosen, access, backend, history, cluster} = reach;
  const identity = await cluster.identify(namespace === undefined ? {} : {namespace});
  const pin = await checkPin({...deps, chosen, access, found: identity, backend});
  const {server, version} = identity;
  deps.onEvent({
    type: 'cluster-reached',
    server,
    identity: identity.identity,
    version,
    source: chosen.from,
    context: access.contextName,
    namespace: defaultNamespace(namespace, access),
  });
  const {last} = history;
  if (last === undefined || !sameEvidence(last.cluster, identity) || sameCluster(last.cluster, identity))
    return identity;
  if (trustedAfter(pin, last.startedAt)) return identity;
  const [expected, found] = [describeCluster(last.cluster), describeCluster(identity)];
  throw new GantryError({code: 'cluster/other', workspace: chosen.name, expected, found});
}

function defaultNamespace(
  ofStack: string | undefined,
  {namespace}: Pick<ClusterAccess, 'namespace'>,
): DefaultNamespace {
  if (ofStack !== undefined) return {name: ofStack, from: 'stack'};
  return namespace === undefined ? {name: 'default', from: 'default'} : {name: namespace, from: 'kubeconfig'};
}
