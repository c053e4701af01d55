import type {Json, JsonObject} from '../../core/json.ts';
import {showPath} from '../../core/reference/path.ts';
import {identityOf} from '../../core/resource/identity.ts';
import {deepEqual} from '../../lib/deep-equal.ts';
import {compareQuantities, quantityOf} from '../fields/quantity.ts';
import {at} from '../graph/edges/pod-template.ts';
import type {Finding} from './finding.ts';

type Paths = readonly (readonly string[])[];

const SELECTOR: Paths = [['spec', 'selector']];
const ROLE: Paths = [
  ['roleRef', 'kind'],
  ['roleRef', 'name'],
];

/** Fields that the server never changes, by `group/Kind`. */
const IMMUTABLE: Readonly<Record<string, Paths>> = {
  '/PersistentVolumeClaim': [
    'accessModes',
    'dataSource',
    'selector',
    'storageClassName',
    'volumeMode',
    'volumeName',
  ].map((field) => ['spec', field]),
  '/Secret': [['type']],
  '/Service': [['spec', 'clusterIP']],
  'apiextensions.k8s.io/CustomResourceDefinition': [
    ['spec', 'scope'],
    ['spec', 'names', 'kind'],
    ['spec', 'names', 'plural'],
  ],
  'apps/DaemonSet': SELECTOR,
  'apps/Deployment': SELECTOR,
  'apps/ReplicaSet': SELECTOR,
  'apps/StatefulSet': ['selector', 'serviceName', 'podManagementPolicy', 'volumeClaimTemplates'].map((field) => [
    'spec',
    field,
  ]),
  'batch/Job': ['selector', 'template', 'completionMode'].map((field) => ['spec', field]),
  'networking.k8s.io/IngressClass': [['spec', 'controller']],
  'node.k8s.io/RuntimeClass': [['handler']],
  'rbac.authorization.k8s.io/ClusterRoleBinding': ROLE,
  'rbac.authorization.k8s.io/RoleBinding': ROLE,
  'scheduling.k8s.io/PriorityClass': [['value']],
  'storage.k8s.io/StorageClass': ['provisioner', 'parameters', 'volumeBindingMode', 'reclaimPolicy'].map((field) => [
    field,
  ]),
};

/** Returns the changes from the object of the last release that the server rejects. Compares only fields that both objects set. */
export function immutableChanges(before: JsonObject, after: JsonObject): readonly Finding[] {
  const {group, kind} = identityOf(after);
  const changed = (IMMUTABLE[`${group}/${kind}`] ?? []).filter((path) =>
    differs(at(before, ...path), at(after, ...path)),
  );
  return [
    ...changed.map((path) => warning(path, 'differs from the last release, and cannot be changed', REPLACE)),
    ...frozenData(before, after, kind),
    ...shrunkClaim(before, after, kind),
  ];
}

const REPLACE = 'Keep the value, rename the object, or replace it with "gantry apply --allow-replace".';

const differs = (a: Json | undefined, b: Json | undefined): boolean =>
  (a ?? null) !== null && (b ?? null) !== null && !deepEqual(a, b);

const warning = (path: readonly string[], message: string, hint: string): Finding => ({
  severity: 'warning',
  code: 'object/immutable',
  path,
  message: `${showPath(path)} ${message}`,
  hint,
});

/** Compares only ConfigMaps, because releases do not contain the values of Secrets. */
function frozenData(before: JsonObject, after: JsonObject, kind: string): readonly Finding[] {
  if (kind !== 'ConfigMap' || before['immutable'] !== true) return [];
  return ['data', 'binaryData']
    .filter((field) => !deepEqual(before[field] ?? {}, after[field] ?? {}))
    .map((field) => warning([field], 'differs from the last release, and the ConfigMap is immutable', REPLACE));
}

function shrunkClaim(before: JsonObject, after: JsonObject, kind: string): readonly Finding[] {
  const path = ['spec', 'resources', 'requests', 'storage'];
  const [was, is] = [quantityOf(at(before, ...path)), quantityOf(at(after, ...path))];
  if (kind !== 'PersistentVolumeClaim' || was === undefined || is === undefined) return [];
  if (compareQuantities(is, was) >= 0) return [];
  return [
    warning(path, 'is smaller than in the last release: a volume can only grow', 'Use at least the earlier size.'),
  ];
}
