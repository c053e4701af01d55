import {CRD_CONTROLLER} from '../custom/crd/crd-controller.ts';
import type {Controller} from '../model/controller.ts';
import {cronJobs} from './batch/cron-jobs.ts';
import {jobs} from './batch/jobs.ts';
import {garbageCollector} from './garbage-collector.ts';
import {defaultAccount} from './namespace/default-account.ts';
import {namespaces} from './namespace/namespaces.ts';
import {ingressAddresses, loadBalancers} from './network/addresses.ts';
import {endpointSlices} from './network/endpoint-slices.ts';
import {endpoints} from './network/endpoints.ts';
import {mirroredSlices} from './network/mirrored-slices.ts';
import {nodes} from './nodes/nodes.ts';
import {kubelet} from './pods/kubelet.ts';
import {scheduler} from './pods/scheduler.ts';
import {aggregatedRoles} from './policy/aggregated-roles.ts';
import {autoscalers} from './policy/autoscalers.ts';
import {disruptionBudgets} from './policy/disruption-budgets.ts';
import {quotas} from './policy/quotas.ts';
import {pvcs} from './volumes/pvcs.ts';
import {volumes} from './volumes/volumes.ts';
import {daemonSets} from './workloads/daemon-sets.ts';
import {deployments} from './workloads/deployments.ts';
import {replicaSets, replicationControllers} from './workloads/replica-sets.ts';
import {statefulSets} from './workloads/stateful-sets.ts';

/** All controllers, in the order in which they take turns. */
export const CONTROLLERS: readonly Controller[] = [
  CRD_CONTROLLER,
  defaultAccount,
  aggregatedRoles,
  pvcs,
  volumes,
  deployments,
  replicaSets,
  replicationControllers,
  statefulSets,
  daemonSets,
  jobs,
  cronJobs,
  nodes,
  scheduler,
  kubelet,
  endpoints,
  endpointSlices,
  mirroredSlices,
  loadBalancers,
  ingressAddresses,
  disruptionBudgets,
  autoscalers,
  quotas,
  garbageCollector,
  namespaces,
];
