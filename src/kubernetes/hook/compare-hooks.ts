import type {JsonObject} from '../../core/json.ts';
import {identityOf} from '../../core/resource/identity.ts';

/** The order in which Helm installs kinds. */
const KINDS = [
  'PriorityClass',
  'Namespace',
  'NetworkPolicy',
  'ResourceQuota',
  'LimitRange',
  'PodSecurityPolicy',
  'PodDisruptionBudget',
  'ServiceAccount',
  'Secret',
  'SecretList',
  'ConfigMap',
  'StorageClass',
  'PersistentVolume',
  'PersistentVolumeClaim',
  'CustomResourceDefinition',
  'ClusterRole',
  'ClusterRoleList',
  'ClusterRoleBinding',
  'ClusterRoleBindingList',
  'Role',
  'RoleList',
  'RoleBinding',
  'RoleBindingList',
  'Service',
  'DaemonSet',
  'Pod',
  'ReplicationController',
  'ReplicaSet',
  'Deployment',
  'HorizontalPodAutoscaler',
  'StatefulSet',
  'Job',
  'CronJob',
  'IngressClass',
  'Ingress',
  'APIService',
  'MutatingWebhookConfiguration',
  'ValidatingWebhookConfiguration',
];

const PLACES: ReadonlyMap<string, number> = new Map(KINDS.map((kind, i) => [kind, i]));

/** A hook to sort: its object and its weight. */
export type WeighedObject = {readonly object: JsonObject; readonly weight: number};

/**
 * Compares two hooks as Helm does: by weight, then by name. Hooks that are equal in both keep the order of Helm's list of kinds; kinds that
 * it does not contain come last, by their name. Helm's documentation names the kind before the name, but its code does not.
 */
export function compareHooks(a: WeighedObject, b: WeighedObject): number {
  const [one, other] = [identityOf(a.object), identityOf(b.object)];
  return a.weight - b.weight || compareBytes(one.name, other.name) || compareKinds(one.kind, other.kind);
}

function compareKinds(a: string, b: string): number {
  const [one, other] = [PLACES.get(a) ?? KINDS.length, PLACES.get(b) ?? KINDS.length];
  return one - other || (one === KINDS.length ? compareBytes(a, b) : 0);
}

/** Compares names as Go does: by their bytes. */
const compareBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
