import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {HeldState} from '../../core/release/held-state.ts';
import {kubernetesStates, type ResourceState} from '../../core/release/resource-state.ts';
import type {ClusterIdentity} from '../../core/workspace/cluster-identity.ts';
import type {Operations} from '../../ports/operations.ts';
import type {Deps} from '../deps.ts';
import {readHealth} from '../plan/health-rules.ts';
import {announce} from '../plan/plan-source.ts';
import {reachCluster} from '../plan/reach-cluster.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {liveHolder} from '../release/live-holder.ts';
import {readableSecrets} from '../secret/resolve-secrets.ts';
import {openCluster} from '../workspace/admit-server.ts';
import {resolveContext} from '../workspace/resolve-context.ts';
import {type FoundStack, knownStack} from './known-stack.ts';
import {unfinished} from './unfinished.ts';

/** A stack as of its last release, and the connection to its cluster. */
export type OperatedStack = Omit<FoundStack, 'chosen'> & {
  readonly cluster: ClusterIdentity;
  /** The holder of the lock, if a run is in progress. */
  readonly holder?: HeldState | undefined;
  /** Warnings about a run that has not ended: the output shows the last release. */
  readonly diagnostics: readonly Diagnostic[];
  readonly operate: (prior: readonly ResourceState[]) => Operations;
};

/**
 * Opens the way to what a stack's last release left, for as long as `work` takes. No file of the stack is read; nothing is
 * written but the pin of a cluster seen for the first time.
 * @throws GantryError release/not-found, a broken context, another cluster.
 */
export async function operateStack<T>(
  request: StackRequest,
  deps: Deps,
  work: (stack: OperatedStack) => Promise<T>,
): Promise<T> {
  const {chosen, ...stack} = await knownStack(request, deps);
  const {backend, history, lineage, last} = stack;
  announce(chosen, deps, stack.names);
  const context = await resolveContext({chosen, resources: last.spec}, deps);
  for (const diagnostic of context.warnings) deps.onEvent({type: 'diagnostic', diagnostic});
  const [secrets, {health}, holder] = await Promise.all([
    readableSecrets({last, chosen}, deps),
    readHealth({chosen, resources: last.spec, origins: new Map(), health: last.health ?? []}, deps),
    liveHolder(backend, lineage),
  ]);
  const {access, cluster} = await openCluster({...context, chosen, backend}, deps);
  try {
    const identity = await reachCluster({deps, namespace: last.namespace, chosen, access, backend, history, cluster});
    return await work({
      ...stack,
      cluster: identity,
      holder,
      diagnostics: unfinished(history, holder),
      operate: (prior) => {
        return cluster.operate({
          lineage,
          secrets,
          prior: kubernetesStates(prior),
          whole: kubernetesStates(last.state),
          signal: deps.signal,
          health,
        });
      },
    });
  } finally {
    await cluster.close();
  }
}
