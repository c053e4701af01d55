import {isList, isObject, type Json} from '../../core/json.ts';
import {deepEqual} from '../../lib/deep-equal.ts';

/** The source of a field that nobody wrote: a default of the kind, a value that the server sets for this object, or another source. */
export type Defaulter = 'default' | 'server' | 'other';

/** The source of a value that nobody wrote. */
export type KnownDefault = {
  readonly defaulter: Defaulter;
  /** True if the server allocates another value for each request, so that the value of a dry run is not the final one. */
  readonly allocated: boolean;
};

/** A field of a kind, as the table of known defaults names it. */
export type DefaultedField = {
  readonly group: string;
  readonly kind: string;
  /** The field names from the root; items of lists are `[]`. */
  readonly names: readonly string[];
  readonly value: Json;
  /** Returns the object that contains the field. */
  readonly holder: () => Json | undefined;
};

/**
 * Returns the source of a field that is in the server's answer and that nobody owns. Defaults of built-in kinds are in
 * no schema, and admission webhooks leave no trace in managedFields, so only this table distinguishes the two.
 */
export function knownDefault(field: DefaultedField): KnownDefault {
  const {names, value, kind, group} = field;
  if (!isBuiltIn(group)) return OTHER;
  const allocated = isAllocated(field);
  if (allocated || isByServer(field)) return {defaulter: 'server', allocated};
  if (kind === 'HorizontalPodAutoscaler' && ['behavior', 'metrics'].includes(names[1] ?? '')) return DEFAULT;
  if (isObject(value) || isList(value)) {
    const parts = partsOf(field).map(knownDefault);
    return parts.reduce(worse, DEFAULT);
  }
  return isDefault(field) ? DEFAULT : OTHER;
}

const DEFAULT: KnownDefault = {defaulter: 'default', allocated: false};
const OTHER: KnownDefault = {defaulter: 'other', allocated: false};
const RANK: readonly Defaulter[] = ['default', 'server', 'other'];

const worse = (a: KnownDefault, b: KnownDefault): KnownDefault => ({
  defaulter: RANK.indexOf(a.defaulter) < RANK.indexOf(b.defaulter) ? b.defaulter : a.defaulter,
  allocated: a.allocated || b.allocated,
});

const isBuiltIn = (group: string): boolean => !group.includes('.') || group.endsWith('.k8s.io');

function partsOf({value, names, ...rest}: DefaultedField): readonly DefaultedField[] {
  if (isList(value)) return value.map((item) => ({...rest, names: [...names, '[]'], value: item, holder: () => value}));
  if (!isObject(value)) return [];
  return Object.entries(value).map(([name, part]) => ({
    ...rest,
    names: [...names, name],
    value: part,
    holder: () => value,
  }));
}

function isAllocated({kind, names, value}: DefaultedField): boolean {
  const last = names.at(-1) ?? '';
  if (kind === 'Service')
    return ALLOCATED_SERVICE.has(names.filter((name) => name !== '[]').join('.')) && !isHeadless(value);
  if (kind === 'Job') return /(^|\/)controller-uid$/.test(last);
  return kind === 'Pod' && names[0] === 'spec' && JSON.stringify(value).includes('"kube-api-access-');
}

const ALLOCATED_SERVICE = new Set([
  'spec.clusterIP',
  'spec.clusterIPs',
  'spec.healthCheckNodePort',
  'spec.ports.nodePort',
]);

const isHeadless = (value: Json): boolean => deepEqual(value, 'None') || deepEqual(value, ['None']);

/** Reports whether the server's own admission sets the field, or the server from what it knows of the cluster. */
function isByServer({kind, names, value}: DefaultedField): boolean {
  const path = names.filter((name) => name !== '[]').join('.');
  if (path === 'metadata.finalizers') return JSON.stringify(value).includes('kubernetes.io/');
  if (names[0] === 'metadata') return OWN_LABELS.has(names.at(-1) ?? '');
  if (kind === 'Pod' && POD_ADMISSION.has(names[1] ?? '')) return true;
  if (kind === 'Pod' && names.includes('resources') && !isEmpty(value)) return true;
  if (kind === 'Job' && OWN_LABELS.has(names.at(-1) ?? '')) return true;
  return BY_SERVER[kind]?.includes(path) ?? false;
}

const POD_ADMISSION = new Set([
  'priority',
  'preemptionPolicy',
  'tolerations',
  'serviceAccount',
  'serviceAccountName',
  'imagePullSecrets',
  'overhead',
  'nodeName',
]);

const OWN_LABELS = new Set([
  'kubernetes.io/metadata.name',
  'deprecated.daemonset.template.generation',
  'batch.kubernetes.io/job-name',
  'job-name',
]);

const BY_SERVER: Readonly<Record<string, readonly string[]>> = {
  Service: ['spec.clusterIP', 'spec.clusterIPs', 'spec.ipFamilies', 'spec.ipFamilyPolicy', 'spec.loadBalancerClass'],
  PersistentVolumeClaim: ['spec.storageClassName', 'spec.volumeName'],
  Ingress: ['spec.ingressClassName'],
  Namespace: ['spec.finalizers'],
  ServiceAccount: ['secrets'],
  ClusterRole: ['rules'],
  CustomResourceDefinition: ['spec.conversion.webhook.clientConfig.caBundle'],
};

const isEmpty = (value: Json): boolean =>
  isList(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0;

function isDefault({names, value, holder}: DefaultedField): boolean {
  const field = names.findLast((name) => name !== '[]') ?? '';
  if (field === 'imagePullPolicy') return value === pullPolicy(holder());
  if (field === 'targetPort') return value === siblingOf(holder(), 'port');
  if (field === 'listKind') return value === `${textOf(siblingOf(holder(), 'kind'))}List`;
  if (field === 'singular') return value === textOf(siblingOf(holder(), 'kind')).toLowerCase();
  const mirrored = MIRRORED[field];
  if (mirrored !== undefined) return [undefined, value].includes(siblingOf(holder(), mirrored));
  return DEFAULTS[field]?.includes(value) ?? false;
}

const siblingOf = (holder: Json | undefined, name: string): Json | undefined =>
  isObject(holder) ? holder[name] : undefined;

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** Returns the pull policy that the server chooses: images without a fixed tag are always pulled. */
function pullPolicy(container: Json | undefined): Json | undefined {
  const image = isObject(container) ? container['image'] : undefined;
  if (typeof image !== 'string') return undefined;
  const tag = /:([^:/@]+)(@|$)/.exec(image)?.[1];
  return tag === 'latest' || (tag === undefined && !image.includes('@')) ? 'Always' : 'IfNotPresent';
}

/** Pairs of fields with the same meaning: the server keeps both equal. */
const MIRRORED: Readonly<Record<string, string>> = {
  serviceAccount: 'serviceAccountName',
  serviceAccountName: 'serviceAccount',
};

/** Defaults by field name, as kube-apiserver 1.34 sets them. A name has one meaning in all built-in kinds, or few. */
const DEFAULTS: Readonly<Record<string, readonly Json[]>> = {
  // Pods
  dnsPolicy: ['ClusterFirst'],
  restartPolicy: ['Always'],
  schedulerName: ['default-scheduler'],
  terminationGracePeriodSeconds: [30],
  enableServiceLinks: [true],
  terminationMessagePath: ['/dev/termination-log'],
  terminationMessagePolicy: ['File'],
  procMount: ['Default'],
  protocol: ['TCP'],
  failureThreshold: [3],
  periodSeconds: [10],
  successThreshold: [1],
  timeoutSeconds: [1, 10],
  scheme: ['HTTP'],
  service: [''],
  apiVersion: ['v1'],
  // Volumes
  defaultMode: [420],
  expirationSeconds: [3600],
  accessModes: ['ReadWriteOnce'],
  volumeMode: ['Filesystem'],
  persistentVolumeReclaimPolicy: ['Retain', 'Delete'],
  reclaimPolicy: ['Delete'],
  volumeBindingMode: ['Immediate'],
  fsType: ['ext4'],
  readOnly: [false],
  // Workloads
  replicas: [1],
  revisionHistoryLimit: [10],
  progressDeadlineSeconds: [600],
  type: ['RollingUpdate', 'ClusterIP', 'Opaque', ''],
  maxUnavailable: ['25%', 1],
  maxSurge: ['25%', 0],
  partition: [0],
  podManagementPolicy: ['OrderedReady'],
  whenDeleted: ['Retain'],
  whenScaled: ['Retain'],
  minReplicas: [1],
  // Jobs
  completions: [1],
  parallelism: [1],
  backoffLimit: [6],
  completionMode: ['NonIndexed'],
  manualSelector: [false],
  podReplacementPolicy: ['TerminatingOrFailed', 'Failed'],
  suspend: [false],
  concurrencyPolicy: ['Allow'],
  successfulJobsHistoryLimit: [3],
  failedJobsHistoryLimit: [1],
  // Network
  sessionAffinity: ['None'],
  internalTrafficPolicy: ['Cluster'],
  externalTrafficPolicy: ['Cluster'],
  allocateLoadBalancerNodePorts: [true],
  policyTypes: ['Ingress', 'Egress'],
  pathType: ['ImplementationSpecific'],
  // Admission, access, CRDs
  failurePolicy: ['Fail'],
  matchPolicy: ['Equivalent'],
  reinvocationPolicy: ['Never'],
  scope: ['*', 'Namespaced'],
  port: [443],
  apiGroup: ['', 'rbac.authorization.k8s.io'],
  strategy: ['None'],
  preserveUnknownFields: [false],
  globalDefault: [false],
  preemptionPolicy: ['PreemptLowerPriority'],
  attachRequired: [true],
  podInfoOnMount: [false],
  requiresRepublish: [false],
  storageCapacity: [false],
  fsGroupPolicy: ['ReadWriteOnceWithFSType'],
};
