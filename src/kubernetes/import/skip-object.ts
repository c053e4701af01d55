import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {idOfObject} from '../../core/resource/id.ts';
import {identityOf} from '../../core/resource/identity.ts';
import {annotationOf, isControlled, lineageOf} from '../plan/ownership.ts';
import {metadataOf} from '../plan/take-over-managers.ts';
import {ID_ANNOTATION, STACK_ANNOTATION} from '../resource/labels.ts';

/** The reason why a live object is not written as a manifest. */
export type Skip =
  /** A controller creates it; the object that the controller reads is imported. */
  | {readonly kind: 'controlled'}
  /** The cluster creates it in every namespace, or by itself. */
  | {readonly kind: 'cluster'}
  /** A credential that the cluster issued, or the record of a tool. */
  | {readonly kind: 'record'}
  | {readonly kind: 'ending'}
  /** A Gantry stack owns it already. */
  | {readonly kind: 'stack'; readonly stack: string};

/** Returns why an object is not imported, or undefined if it is imported. */
export function skipObject(live: JsonObject): Skip | undefined {
  if (isControlled(live)) return {kind: 'controlled'};
  if (typeof metadataOf(live)['deletionTimestamp'] === 'string') return {kind: 'ending'};
  // Controllers copy labels; a copy has the annotation of another id.
  if (lineageOf(live) !== undefined && annotationOf(live, ID_ANNOTATION) === idOfObject(live))
    return {kind: 'stack', stack: annotationOf(live, STACK_ANNOTATION) ?? 'unknown'};
  if (isOfEachNamespace(live) || isBootstrap(live)) return {kind: 'cluster'};
  return isRecord(live) ? {kind: 'record'} : undefined;
}

const isOfEachNamespace = (live: JsonObject): boolean => {
  const {group, kind, name} = identityOf(live);
  return group === '' && ['ServiceAccount default', 'ConfigMap kube-root-ca.crt'].includes(`${kind} ${name}`);
};

/** Reports whether an object exists in every new cluster, or is a bookkeeping object of its controllers, such as a role or a priority class. */
function isBootstrap(live: JsonObject): boolean {
  const {group, kind, name} = identityOf(live);
  if (labelOf(live, 'kubernetes.io/bootstrapping') !== undefined) return true;
  return group === 'rbac.authorization.k8s.io'
    ? name.startsWith('system:')
    : kind === 'PriorityClass' && name.startsWith('system-');
}

function isRecord(live: JsonObject): boolean {
  const {group, kind} = identityOf(live);
  if (group !== '') return false;
  if (kind === 'Secret') return RECORD_TYPES.has(textOf(live['type']));
  // Helm may store its releases in ConfigMaps, too.
  return kind === 'ConfigMap' && labelOf(live, 'owner') === 'helm';
}

const RECORD_TYPES: ReadonlySet<string> = new Set([
  'kubernetes.io/service-account-token',
  'bootstrap.kubernetes.io/token',
  'helm.sh/release.v1',
  // The type of the Secrets that a Gantry backend stores in its namespace.
  'gantry.dev/backend-value',
  'gantry.dev/backend-part',
]);

/** Reports whether objects of a kind only record a state that the cluster updates all the time. */
export const isTransientKind = (group: string, kind: string): boolean =>
  TRANSIENT.has(`${group}/${kind}`) || group === 'metrics.k8s.io';

const TRANSIENT: ReadonlySet<string> = new Set([
  '/Event',
  '/Endpoints',
  '/Node',
  '/ComponentStatus',
  '/PodTemplate',
  'events.k8s.io/Event',
  'discovery.k8s.io/EndpointSlice',
  'coordination.k8s.io/Lease',
  'coordination.k8s.io/LeaseCandidate',
  'apps/ControllerRevision',
  'storage.k8s.io/CSIStorageCapacity',
  'cilium.io/CiliumEndpoint',
]);

const labelOf = (live: JsonObject, name: string): string | undefined => {
  const {labels} = metadataOf(live);
  const value = isObject(labels) ? labels[name] : undefined;
  return typeof value === 'string' ? value : undefined;
};

/** Returns the owners of an object that do not control it, but whose deletion also deletes it. */
export const ownersNamed = (live: JsonObject): readonly string[] => {
  const {ownerReferences} = metadataOf(live);
  return isList(ownerReferences)
    ? ownerReferences.filter(isObject).map(({kind, name}) => `${textOf(kind)} ${textOf(name)}`)
    : [];
};

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
