import type {JsonObject} from '../../core/json.ts';
import {defined} from '../../lib/defined.ts';
import {finalizersOf, isBeingDeleted, metadataOf, nameOf, uidOf, withMetadata} from '../model/metadata.ts';
import {list, part, text} from '../model/part.ts';
import {conflict, forbidden} from '../model/refusals.ts';
import {type GroupResource, type Resource, resourceKey, storeKey} from '../model/resource.ts';
import {timestamp} from '../model/time.ts';
import {toStored} from './convert.ts';
import {getObject} from './find.ts';
import type {Target, VerbContext, Written} from './verb-context.ts';

/** Options of a DELETE, from its body or query; uid and resourceVersion are preconditions. */
export type DeleteOptions = {
  readonly propagation?: 'Background' | 'Orphan' | 'Foreground' | undefined;
  readonly gracePeriodSeconds?: number;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly dryRun: boolean;
};

const ORPHAN = 'orphan';
const FOREGROUND = 'foregroundDeletion';

/** Handles a DELETE: removes the object at once, or marks it while finalizers or a grace period keep it. */
export function deleteObject(target: Target, options: DeleteOptions, context: VerbContext): Written {
  const {resource, namespace, name} = target;
  const found = getObject(target, context);
  refuseProtected(target);
  checkPreconditions(found, target, options);
  const before = resource.rules.beforeDelete?.(found, timestamp(context.now())) ?? found;
  const finalizers = finalizersFor(before, options);
  const grace = graceOf(before, target, options);
  const held = finalizers.length > 0 || grace > 0 || isHeldNamespace(before);
  const key = storeKey(resource);
  if (!held) {
    if (!options.dryRun) context.store.remove(key, resource.namespaced ? namespace : '', name);
    return {
      status: 200,
      object: answersObject(target) ? gone(before, target, context) : success(before, target),
      warnings: [],
    };
  }
  const marked = mark(before, {finalizers, grace}, context);
  if (options.dryRun) return {status: 200, object: marked, warnings: []};
  const stored = context.store.put(key, toStored(marked, resource, context));
  const revision = metadataOf(stored)['resourceVersion'] ?? '';
  return {status: 200, object: withMetadata(marked, {resourceVersion: revision}), warnings: []};
}

/** Removes an object. Pods are marked first even if nothing keeps them, with a grace period of zero. */
const gone = (before: JsonObject, {resource}: Target, context: VerbContext): JsonObject =>
  resourceKey(resource) === 'pods' ? mark(before, {finalizers: [], grace: 0}, context) : before;

const PROTECTED = new Set(['default', 'kube-system', 'kube-public']);

/** Refuses to delete the namespaces of every cluster (NamespaceLifecycle admission). */
function refuseProtected({resource, name}: Target): void {
  if (resourceKey(resource) === 'namespaces' && PROTECTED.has(name))
    throw forbidden(resource, name, 'this namespace may not be deleted');
}

function checkPreconditions(before: JsonObject, {resource, name}: Target, {uid, resourceVersion}: DeleteOptions): void {
  if (uid !== undefined && uid !== uidOf(before)) {
    const because = `the UID in the precondition (${uid}) does not match the UID in record (${uidOf(before)}). The object might have been deleted and then recreated`;
    throw conflict(kinded(resource), name, because);
  }
  const current = text(metadataOf(before)['resourceVersion']);
  if (resourceVersion !== undefined && resourceVersion !== current) {
    const because = `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${current}). The object might have been modified`;
    throw conflict(kinded(resource), name, because);
  }
}

/** Returns the resource with its kind, as the server's messages about preconditions have it. */
const kinded = ({group, kind}: Resource): GroupResource => ({group, plural: kind});

function finalizersFor(before: JsonObject, {propagation}: DeleteOptions): readonly string[] {
  const own = finalizersOf(before);
  if (propagation === undefined) return own;
  const others = own.filter((one) => one !== ORPHAN && one !== FOREGROUND);
  if (propagation === 'Orphan') return [...others, ORPHAN];
  return propagation === 'Foreground' ? [...others, FOREGROUND] : others;
}

/** Returns the grace period, which only pods on a node have. */
function graceOf(before: JsonObject, {resource}: Target, {gracePeriodSeconds}: DeleteOptions): number {
  if (resourceKey(resource) !== 'pods') return 0;
  const spec = part(before['spec']);
  const status = part(before['status']);
  if (text(spec['nodeName']) === '' || ['Failed', 'Succeeded'].includes(text(status['phase']))) return 0;
  const current = metadataOf(before)['deletionGracePeriodSeconds'];
  const wanted = gracePeriodSeconds ?? Number(spec['terminationGracePeriodSeconds'] ?? 30);
  return current === undefined ? wanted : Math.min(Number(current), wanted);
}

const isHeldNamespace = (before: JsonObject): boolean =>
  before['kind'] === 'Namespace' && list(part(before['spec'])['finalizers']).length > 0;

type Marks = {readonly finalizers: readonly string[]; readonly grace: number};

function mark(before: JsonObject, {finalizers, grace}: Marks, context: VerbContext): JsonObject {
  const metadata = metadataOf(before);
  const {finalizers: _, ...rest} = metadata;
  const kept: JsonObject = {
    ...before,
    metadata: {...rest, ...defined({finalizers: finalizers.length === 0 ? undefined : finalizers})},
  };
  const generation = Number(metadata['generation'] ?? 0);
  const deletionTimestamp = metadata['deletionTimestamp'] ?? timestamp(context.now() + grace * 1000);
  // The server deletes these two kinds with separate code, which sets only the time.
  if (MARKED_ONLY.has(text(before['kind']))) {
    const marked = withMetadata(kept, {deletionTimestamp});
    return before['kind'] === 'Namespace'
      ? {...marked, status: {...part(marked['status']), phase: 'Terminating'}}
      : marked;
  }
  return withMetadata(kept, {
    deletionTimestamp,
    ...defined({
      deletionGracePeriodSeconds:
        isBeingDeleted(before) && metadata['deletionGracePeriodSeconds'] === undefined ? undefined : grace,
      generation: generation > 0 && !isBeingDeleted(before) ? generation + 1 : undefined,
    }),
  });
}

const MARKED_ONLY = new Set(['Namespace', 'CustomResourceDefinition']);

/** Kinds whose DELETE returns the removed object. For the others, it returns a Status of success. */
const ANSWERED = new Set([
  'pods',
  'podtemplates',
  'persistentvolumes',
  'persistentvolumeclaims',
  'resourcequotas',
  'services',
  'serviceaccounts',
  'replicationcontrollers',
]);

const answersObject = ({resource}: Target): boolean => ANSWERED.has(resourceKey(resource));

const success = (before: JsonObject, {resource}: Target): JsonObject => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Success',
  details: {
    name: nameOf(before),
    ...defined({group: resource.group === '' ? undefined : resource.group}),
    kind: resource.plural,
    uid: uidOf(before),
  },
});
