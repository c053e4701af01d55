import {isObject, type JsonObject} from '../../core/json.ts';
import {groupVersion} from '../../core/resource/identity.ts';

/** The scope of a kind; `unknown` until the server's discovery is read. */
export type Scope = 'cluster' | 'namespaced' | 'unknown';

/** Cluster-scoped kinds of Kubernetes itself, by API group. */
const CLUSTER_KINDS: Readonly<Record<string, readonly string[]>> = {
  '': ['ComponentStatus', 'Namespace', 'Node', 'PersistentVolume'],
  'admissionregistration.k8s.io': [
    'MutatingAdmissionPolicy',
    'MutatingAdmissionPolicyBinding',
    'MutatingWebhookConfiguration',
    'ValidatingAdmissionPolicy',
    'ValidatingAdmissionPolicyBinding',
    'ValidatingWebhookConfiguration',
  ],
  'apiextensions.k8s.io': ['CustomResourceDefinition'],
  'apiregistration.k8s.io': ['APIService'],
  apps: [],
  'authentication.k8s.io': ['SelfSubjectReview', 'TokenReview'],
  'authorization.k8s.io': ['SelfSubjectAccessReview', 'SelfSubjectRulesReview', 'SubjectAccessReview'],
  autoscaling: [],
  batch: [],
  'certificates.k8s.io': ['CertificateSigningRequest', 'ClusterTrustBundle'],
  'coordination.k8s.io': [],
  'discovery.k8s.io': [],
  'events.k8s.io': [],
  'flowcontrol.apiserver.k8s.io': ['FlowSchema', 'PriorityLevelConfiguration'],
  'internal.apiserver.k8s.io': ['StorageVersion'],
  'networking.k8s.io': ['IngressClass', 'IPAddress', 'ServiceCIDR'],
  'node.k8s.io': ['RuntimeClass'],
  policy: ['PodSecurityPolicy'],
  'rbac.authorization.k8s.io': ['ClusterRole', 'ClusterRoleBinding'],
  'resource.k8s.io': ['DeviceClass', 'DeviceTaintRule', 'ResourceSlice'],
  'scheduling.k8s.io': ['PriorityClass'],
  'storage.k8s.io': ['CSIDriver', 'CSINode', 'StorageClass', 'VolumeAttachment', 'VolumeAttributesClass'],
  'storagemigration.k8s.io': ['StorageVersionMigration'],
};

/** Reports whether Kubernetes itself serves the kinds of an API group, without a CRD or an APIService. */
export const isKubernetesGroup = (group: string): boolean => Object.hasOwn(CLUSTER_KINDS, group);

/** The scopes of custom kinds, by `group/Kind`. */
export type CustomScopes = ReadonlyMap<string, 'cluster' | 'namespaced'>;

/** Returns the scope of a kind, as far as it is known without a cluster. */
export function scopeOf(apiVersion: string, kind: string, custom: CustomScopes): Scope {
  const {group} = groupVersion(apiVersion);
  const clusterKinds = Object.hasOwn(CLUSTER_KINDS, group) ? CLUSTER_KINDS[group] : undefined;
  if (clusterKinds !== undefined) return clusterKinds.includes(kind) ? 'cluster' : 'namespaced';
  return custom.get(`${group}/${kind}`) ?? 'unknown';
}

/** Returns the scopes that the CustomResourceDefinitions among some objects declare for their kinds. */
export function customScopes(objects: Iterable<JsonObject>): CustomScopes {
  const scopes = new Map<string, 'cluster' | 'namespaced'>();
  for (const {kind, spec} of objects) {
    if (kind !== 'CustomResourceDefinition' || !isObject(spec)) continue;
    const {group, names, scope} = spec;
    const name = isObject(names) ? names['kind'] : undefined;
    if (typeof group !== 'string' || typeof name !== 'string') continue;
    scopes.set(`${group}/${name}`, scope === 'Cluster' ? 'cluster' : 'namespaced');
  }
  return scopes;
}
