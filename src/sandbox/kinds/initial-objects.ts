import type {JsonObject} from '../../core/json.ts';
import {initialNode} from './initial/initial-node.ts';
import {INITIAL_BINDINGS, INITIAL_ROLES} from './initial/initial-roles.ts';
import {SERVICE_RANGE} from './objects/service/cluster-ip.ts';

/** An object of a new cluster, as a real server creates it at its start. */
export type InitialObject = {
  /** Like `namespaces` or `clusterroles.rbac.authorization.k8s.io`. */
  readonly resource: string;
  /** The manager of its fields. */
  readonly manager: string;
  /** The object with its status and its defaults, without uid, creationTimestamp, generation and managed fields. */
  readonly object: JsonObject;
  /** Fields of the spec that the server sets after the tracking of managed fields, so that they have no manager. */
  readonly initialized?: readonly string[];
};

const NAMESPACES = ['default', 'kube-system', 'kube-public', 'kube-node-lease'];

/**
 * Returns the objects of a new cluster, in the order of their creation. Controllers create the default ServiceAccounts, kube-root-ca.crt
 * and the EndpointSlices.
 * `now`: RFC 3339 with seconds. `port`: the port of the API server.
 */
export function initialObjects({now, port}: {readonly now: string; readonly port: number}): readonly InitialObject[] {
  const rbac = 'rbac.authorization.k8s.io';
  return [
    ...of('namespaces', 'kube-apiserver', NAMESPACES.map(namespace), ['finalizers']),
    ...of('servicecidrs.networking.k8s.io', 'kube-apiserver', [serviceRange(now)]),
    ...of('priorityclasses.scheduling.k8s.io', 'kube-apiserver', PRIORITIES.map(priorityClass)),
    ...of(`clusterroles.${rbac}`, 'kube-apiserver', INITIAL_ROLES),
    ...of(`clusterrolebindings.${rbac}`, 'kube-apiserver', INITIAL_BINDINGS),
    ...of('services', 'kube-apiserver', [kubernetesService(port)], ['clusterIPs', 'ipFamilies']),
    ...of('storageclasses.storage.k8s.io', 'gantry', [STORAGE_CLASS]),
    ...of('nodes', 'kubelet', [initialNode(now)]),
  ];
}

const of = (
  resource: string,
  manager: string,
  objects: readonly JsonObject[],
  initialized: readonly string[] = [],
): readonly InitialObject[] => objects.map((object) => ({resource, manager, object, initialized}));

const namespace = (name: string): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: {name, labels: {'kubernetes.io/metadata.name': name}},
  spec: {finalizers: ['kubernetes']},
  status: {phase: 'Active'},
});

const serviceRange = (now: string): JsonObject => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'ServiceCIDR',
  metadata: {name: 'kubernetes', finalizers: ['networking.k8s.io/service-cidr-finalizer']},
  spec: {cidrs: [SERVICE_RANGE]},
  status: {
    conditions: [
      {
        type: 'Ready',
        status: 'True',
        lastTransitionTime: now,
        reason: '',
        message: 'Kubernetes Service CIDR is ready',
      },
    ],
  },
});

type Priority = {readonly name: string; readonly value: number; readonly description: string};

const PRIORITIES: readonly Priority[] = [
  {
    name: 'system-node-critical',
    value: 2_000_001_000,
    description: 'Used for system critical pods that must not be moved from their current node.',
  },
  {
    name: 'system-cluster-critical',
    value: 2_000_000_000,
    description:
      'Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.',
  },
];

const priorityClass = ({name, value, description}: Priority): JsonObject => ({
  apiVersion: 'scheduling.k8s.io/v1',
  kind: 'PriorityClass',
  metadata: {name},
  value,
  description,
  preemptionPolicy: 'PreemptLowerPriority',
});

const kubernetesService = (port: number): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: {name: 'kubernetes', namespace: 'default', labels: {component: 'apiserver', provider: 'kubernetes'}},
  spec: {
    ports: [{name: 'https', protocol: 'TCP', port: 443, targetPort: port}],
    clusterIP: '10.96.0.1',
    clusterIPs: ['10.96.0.1'],
    type: 'ClusterIP',
    sessionAffinity: 'None',
    ipFamilies: ['IPv4'],
    ipFamilyPolicy: 'SingleStack',
    internalTrafficPolicy: 'Cluster',
  },
  status: {loadBalancer: {}},
});

/** The default StorageClass, to which PVCs without a class are bound. It is named as in the test cluster. */
const STORAGE_CLASS: JsonObject = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: {
    name: 'gantry-test',
    annotations: {'storageclass.kubernetes.io/is-default-class': 'true'},
  },
  provisioner: 'gantry.dev/test',
  reclaimPolicy: 'Delete',
  volumeBindingMode: 'Immediate',
};
