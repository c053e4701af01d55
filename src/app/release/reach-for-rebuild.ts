import {GantryError} from '../../core/failure/failure.ts';
import {NO_PERMISSIONS} from '../../core/plan/permissions.ts';
import {historyText} from '../../core/release/history-names.ts';
import {identityOf} from '../../core/resource/identity.ts';
import type {ClusterIdentity} from '../../core/workspace/cluster-identity.ts';
import type {Cluster} from '../../ports/cluster.ts';
import type {Inventory} from '../../ports/inventory.ts';
import type {Deps} from '../deps.ts';
import {announce, sourceOfFiles} from '../plan/plan-source.ts';
import {reachCluster} from '../plan/reach-cluster.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {timedPhase} from '../plan/timed-phase.ts';
import {openCluster} from '../workspace/admit-server.ts';
import {resolveContext} from '../workspace/resolve-context.ts';
import type {LocatedHistory} from './locate-history.ts';

/** The cluster for a release history that is rebuilt; disposal closes the connection. */
export type ReachedForRebuild = {
  readonly cluster: Cluster;
  readonly identity: ClusterIdentity;
  readonly inventory: Inventory;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};

/**
 * Connects to the cluster of the workspace, and lists the objects of the stack. The files, if they can be read, name the namespaces to
 * search.
 */
export async function reachForRebuild(
  request: StackRequest,
  {names, chosen}: LocatedHistory,
  deps: Deps,
): Promise<ReachedForRebuild> {
  const files = await readFiles(request, deps);
  if (files === undefined) announce(chosen, deps, names);
  const {resources = [], context: said, secretStore} = files?.loaded ?? {};
  const inSpec = {specContext: said, inSpec: secretStore};
  const stackDir = files?.location === undefined ? {} : {stackDir: files.location.stack.dir};
  const context = await resolveContext({chosen, resources, ...stackDir, ...inSpec}, deps);
  for (const diagnostic of context.warnings) deps.onEvent({type: 'diagnostic', diagnostic});
  const backend = await deps.backend();
  const {access, cluster} = await openCluster({...context, chosen, backend}, deps);
  try {
    const namespace = files?.namespace;
    const identity = await reachCluster({deps, namespace, chosen, access, backend, history: {}, cluster});
    const named = resources.flatMap(({attributes}) => identityOf(attributes).namespace ?? []);
    const namespaces = [namespace, access.namespace, ...named].filter((one) => one !== undefined);
    const inventory = await timedPhase(deps, {phase: 'read'}, () =>
      cluster.inventory({stackName: historyText(names), namespaces: [...new Set(namespaces)], signal: deps.signal}),
    );
    return {cluster, identity, inventory, [Symbol.asyncDispose]: () => cluster.close()};
  } catch (error) {
    await cluster.close();
    throw error;
  }
}

/** Reads the files. Errors in them are reported later, when the files are compared with the live objects. */
async function readFiles(request: StackRequest, deps: Deps) {
  try {
    return await sourceOfFiles({...request, operation: 'apply', permissions: NO_PERMISSIONS}, deps);
  } catch (error) {
    if (error instanceof GantryError) return undefined;
    throw error;
  }
}
