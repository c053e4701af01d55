import type {Use} from '../../core/release/use.ts';
import type {ClusterPin} from '../../core/workspace/cluster-pin.ts';
import {closeRuntimes, openRuntimes, type Runtimes} from '../../engine/runtimes.ts';
import type {Cluster} from '../../ports/cluster.ts';
import type {ClusterAccess} from '../../ports/cluster-access.ts';
import type {Deps} from '../deps.ts';
import {runtimeNeeds} from '../runtime-needs.ts';
import {openCluster} from '../workspace/admit-server.ts';
import type {ChosenWorkspace} from '../workspace/chosen-workspace.ts';
import type {ContextRequest} from '../workspace/context-request.ts';
import {pinOf} from '../workspace/pin.ts';
import {type ResolvedContext, resolveContext} from '../workspace/resolve-context.ts';

/** The context of a workspace to resolve; without resources where nothing is built yet. */
export type ConnectRequest = ContextRequest & {readonly chosen: ChosenWorkspace};

/** The cluster of a run, its connection, and its runtimes. */
export type OpenedCluster = {
  readonly access: ClusterAccess;
  readonly cluster: Cluster;
  readonly runtimes: Runtimes;
  /** The shared resource that holds its kubeconfig. */
  readonly use: Use | undefined;
};

/** The connection to the cluster of one run. The first caller resolves the context and connects; all others use the result. */
export type ClusterConnection = {
  /** Resolves the context. Nothing is sent to the cluster yet. */
  readonly resolve: (request: ConnectRequest) => Promise<void>;
  /** Reads the pin of the workspace in the backend, once. Nothing is sent to the cluster yet. */
  readonly pin: (chosen: ChosenWorkspace) => Promise<ClusterPin | undefined>;
  readonly open: (request: ConnectRequest) => Promise<OpenedCluster>;
  /** Opens the runtimes of a stack that has nothing in a cluster. No kubeconfig is read, and nothing is sent to the cluster. */
  readonly openWithout: (request: ConnectRequest) => Promise<Runtimes>;
  readonly close: () => Promise<void>;
};

/**
 * Makes a connection that is not open yet; close it in any case.
 * @param waitSeconds the time that the kubeconfig of a shared resource may take to appear. Default: none
 */
export function clusterConnection(deps: Deps, waitSeconds?: number): ClusterConnection {
  let context: Promise<ResolvedContext> | undefined;
  let pinned: Promise<ClusterPin | undefined> | undefined;
  let opened: Promise<OpenedCluster> | undefined;
  let outside: Promise<Runtimes> | undefined;
  const resolve = (request: ConnectRequest): Promise<ResolvedContext> =>
    (context ??= resolveAloud({...request, waitSeconds}, deps));
  const pin = (chosen: ChosenWorkspace) => (pinned ??= deps.backend().then((backend) => pinOf(chosen, backend)));
  const connect = async (request: ConnectRequest): Promise<OpenedCluster> => {
    const resolved = await resolve(request);
    const {chosen} = request;
    const found = {...resolved, chosen, backend: await deps.backend(), pinned: () => pin(chosen)};
    const {access, cluster} = await openCluster(found, deps);
    const needs = runtimeNeeds({...request, backend: deps.backend}, deps);
    return {access, cluster, runtimes: await openRuntimes(deps.runtimes, cluster, needs), use: resolved.kubeconfig.use};
  };
  return {
    resolve: async (request) => void (await resolve(request)),
    pin,
    open: (request) => (opened ??= connect(request)),
    openWithout: (request) =>
      (outside ??= openRuntimes(deps.runtimes, undefined, runtimeNeeds({...request, backend: deps.backend}, deps))),
    close: async () => {
      await closeRuntimes((await outside?.catch(() => undefined)) ?? new Map(), undefined);
      const left = await opened?.catch(() => undefined);
      if (left !== undefined) await closeRuntimes(left.runtimes, left.cluster);
    },
  };
}

async function resolveAloud(request: ConnectRequest, deps: Deps): Promise<ResolvedContext> {
  const context = await resolveContext(request, deps);
  for (const diagnostic of context.warnings) deps.onEvent({type: 'diagnostic', diagnostic});
  return context;
}
