import {isList, isObject, type JsonObject} from '../../core/json.ts';
import {conditionsOf} from '../readiness/read.ts';

/** Reports whether the server is deleting the object. Nothing can stop that, and everything that is written to it is deleted with it. */
export const isEnding = (object: JsonObject): boolean => partOf(object, 'metadata')['deletionTimestamp'] !== undefined;

/** Returns what the deletion of an object waits for, in words that continue after its name. */
export function endingText(object: JsonObject): string {
  const held = finalizersOf(object, 'metadata').map((name) => `${name}${meaningOf(name)}`);
  const left = contentLeft(object);
  // The finalizer in a namespace's spec only means that objects are left in it, or that nothing has checked yet.
  const own = left.length === 0 ? finalizersOf(object, 'spec') : [];
  const parts = [
    ...(held.length + own.length === 0 ? [] : [`blocked by the finalizers ${[...held, ...own].join(', ')}`]),
    ...left,
    ...graceOf(object, held.length),
  ];
  return ['is being deleted', ...parts].join('; ');
}

/** Returns the grace period of a pod. It does not apply while finalizers block the deletion, which may take any time. */
function graceOf(object: JsonObject, held: number): readonly string[] {
  const seconds = partOf(object, 'metadata')['deletionGracePeriodSeconds'];
  return held === 0 && typeof seconds === 'number' && seconds > 0 ? [`it has ${seconds} s to shut down`] : [];
}

function finalizersOf(object: JsonObject, part: string): readonly string[] {
  const list = partOf(object, part)['finalizers'];
  return isList(list) ? list.filter((name) => typeof name === 'string') : [];
}

/** Explains the finalizers of Kubernetes itself, whose names do not say what they wait for. */
const MEANINGS: Readonly<Record<string, string>> = {
  foregroundDeletion: 'its dependents are deleted first',
  orphan: 'its dependents are orphaned first',
  'kubernetes.io/pvc-protection': 'a pod still uses it',
  'kubernetes.io/pv-protection': 'a PVC is still bound to it',
  'customresourcecleanup.apiextensions.k8s.io': 'its objects are deleted first',
  'service.kubernetes.io/load-balancer-cleanup': 'its load balancer is deleted first',
};

const meaningOf = (name: string): string => (Object.hasOwn(MEANINGS, name) ? ` (${MEANINGS[name]})` : '');

/** Conditions in which a Namespace or a CRD reports what blocks its deletion. */
const LEFT: ReadonlySet<string> = new Set([
  'NamespaceContentRemaining',
  'NamespaceFinalizersRemaining',
  'NamespaceDeletionDiscoveryFailure',
  'NamespaceDeletionGroupVersionParsingFailure',
  'NamespaceDeletionContentFailure',
  'Terminating',
]);

const contentLeft = (object: JsonObject): readonly string[] =>
  conditionsOf(object)
    .filter(({type, status, message}) => LEFT.has(type) && status === 'True' && message !== '')
    .map(({message}) => message);

function partOf(object: JsonObject, name: string): JsonObject {
  const part = object[name];
  return isObject(part) ? part : {};
}
