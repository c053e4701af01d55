import {checkOrigin, type StackOrigin} from '../../core/release/origin.ts';
import {type ClusterIdentity, NO_CLUSTER} from '../../core/workspace/cluster-identity.ts';
import type {Cluster} from '../../ports/cluster.ts';
import type {ClusterAccess} from '../../ports/cluster-access.ts';
import type {Deps} from '../deps.ts';
import {findStackOrigin} from '../release/find-origin.ts';
import {explainKubeconfig} from '../workspace/explain-kubeconfig.ts';
import type {ClusterConnection, OpenedCluster} from './cluster-connection.ts';
import {contextOf} from './places-of.ts';
import type {PlanInput} from './plan-input.ts';
import {reachCluster} from './reach-cluster.ts';
import {timedPhase} from './timed-phase.ts';

/** The cluster of a stack, as far as a plan needs it. */
export type Reached = Pick<OpenedCluster, 'runtimes' | 'use'> & {
  readonly access: Pick<ClusterAccess, 'namespace'>;
  readonly cluster: Pick<Cluster, 'whoAmI' | 'operate'> & {readonly facts: Pick<Cluster['facts'], 'lookUp'>};
  readonly identity: ClusterIdentity;
  readonly origin: StackOrigin | undefined;
};

/** Opens a stack that has nothing in a cluster. */
export async function reachNone(input: PlanInput, connection: ClusterConnection): Promise<Reached> {
  const {request, source, records} = input;
  const origin = source.location && (await findStackOrigin(source.location.stack.dir));
  if (request.takeOverProject !== true) checkOrigin(records.history.head, origin);
  return {
    runtimes: await connection.openWithout(contextOf(input)),
    use: undefined,
    access: {},
    cluster: {whoAmI: async () => undefined, operate: noCluster, facts: {lookUp: noCluster}},
    identity: NO_CLUSTER,
    origin,
  };
}

const noCluster = (): never => {
  throw new Error('a stack without Kubernetes resources has no cluster');
};

/** Connects to the cluster of a stack, and checks that it is that of the workspace and of the last release. */
export async function reachPinned(input: PlanInput, connection: ClusterConnection, deps: Deps): Promise<Reached> {
  const {request, source, records} = input;
  const opened = await connection.open(contextOf(input));
  const explained = (error: unknown): never => {
    throw explainKubeconfig(error, source.names.workspace, opened.use);
  };
  const [identity, origin] = await Promise.all([
    timedPhase(deps, {phase: 'read'}, () => reachCluster({...source, ...records, ...opened, deps})).catch(explained),
    source.location && findStackOrigin(source.location.stack.dir),
  ]);
  if (request.takeOverProject !== true) checkOrigin(records.history.head, origin);
  return {...opened, identity, origin};
}
