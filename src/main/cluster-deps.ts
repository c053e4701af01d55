import {join} from 'node:path';
import type {KubernetesOptions} from '../adapters/kubernetes/runtime/cluster.ts';
import type {Deps} from '../app/deps.ts';
import {defined} from '../lib/defined.ts';
import type {Cluster} from '../ports/cluster.ts';
import type {ClusterAccess} from '../ports/cluster-access.ts';
import type {Telemetry} from '../ports/telemetry.ts';
import type {Network} from './network.ts';
import {type Sharing, shareClusters} from './share-clusters.ts';

type ClusterDeps = Pick<Deps, 'home' | 'onEvent' | 'signal' | 'connect' | 'redactor'> & {readonly network: Network};

/** Returns the dependencies that open clusters: one alone, or several stacks together. */
export function clusterDeps(
  {home, network, redactor, onEvent, signal, connect}: ClusterDeps,
  telemetry: Telemetry | undefined,
): Pick<Deps, 'cluster' | 'shareClusters'> {
  const options = {cacheDir: join(home, 'cache'), ...network, onEvent, signal, known: redactor.all};
  const sharing: Sharing = {
    connect,
    openCluster: (access, listener, shared) => openCluster(access, {...options, onEvent: listener, shared}, telemetry),
    options: () => ({...options, ...defined({onRequest: telemetry?.onRequest})}),
  };
  return {
    cluster: (access, listener = onEvent) => openCluster(access, {...options, onEvent: listener}, telemetry),
    shareClusters: (by) => shareClusters(sharing, by),
  };
}

async function openCluster(
  access: ClusterAccess,
  options: KubernetesOptions,
  telemetry: Telemetry | undefined,
): Promise<Cluster> {
  const {kubernetesCluster} = await import('../adapters/kubernetes/runtime/cluster.ts');
  if (telemetry === undefined) return kubernetesCluster(access, options);
  const {observeRuntime} = await import('../adapters/otel/observe-runtime.ts');
  const cluster = await kubernetesCluster(access, {...options, onRequest: telemetry.onRequest});
  return {...cluster, runtime: observeRuntime(cluster.runtime, telemetry)};
}
