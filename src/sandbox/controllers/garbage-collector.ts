import type {JsonObject} from '../../core/json.ts';
import type {Controller, ControlView, ObjectKey, Step, Stored} from '../model/controller.ts';
import {finalizersOf, isBeingDeleted, nameOf, namespaceOf, uidOf, withMetadata} from '../model/metadata.ts';
import {objectsAt, textAt} from '../model/part.ts';
import {resourceOfKind} from './shared/resource-of-kind.ts';

const FOREGROUND = 'foregroundDeletion';
const ORPHAN = 'orphan';

/** The garbage collector: it deletes objects without any remaining owner, and completes the deletion of owners after their dependents. */
export const garbageCollector: Controller = {
  name: 'generic-garbage-collector',
  watches: {'*': concernedObjects},
  steps: (key, cluster) => {
    const {resource, name} = split(key.name);
    const object = cluster.get(resource, key.namespace, name);
    if (object === undefined) return [];
    const stored = {resource, object};
    return isBeingDeleted(object) ? finishDeletion(object, cluster) : attend(stored, cluster);
  },
};

/** Returns the key of an object of any resource: its name is `resource/name`. */
const keyFor = ({resource, object}: Stored): ObjectKey => ({
  namespace: namespaceOf(object),
  name: `${resource}/${nameOf(object)}`,
});

function split(name: string): {readonly resource: string; readonly name: string} {
  const slash = name.indexOf('/');
  return {resource: name.slice(0, slash), name: name.slice(slash + 1)};
}

function concernedObjects(object: JsonObject, cluster: ControlView, resource: string): readonly ObjectKey[] {
  const references = objectsAt(object, 'metadata', 'ownerReferences');
  const now = cluster.get(resource, namespaceOf(object), nameOf(object));
  const leaves = now === undefined || uidOf(now) !== uidOf(object) || isBeingDeleted(now);
  if (!leaves && references.length === 0) return [];
  const dependants = leaves ? cluster.ownedBy(uidOf(object)) : [];
  // An owner that waits for its dependents is looked at again for each one that is deleted.
  const owners = references.flatMap((reference) => {
    const owner = ownerOf({resource, object}, reference, cluster);
    return owner !== undefined && isBeingDeleted(owner.object) ? [owner] : [];
  });
  return [{resource, object}, ...dependants, ...owners].map((stored) => keyFor(stored));
}

/** Returns the owner that a reference means: it has to match by name and by uid. */
function ownerOf({object}: Stored, reference: JsonObject, cluster: ControlView): Stored | undefined {
  const resource = kindOf(reference, cluster);
  if (resource === undefined) return undefined;
  const name = textAt(reference, 'name');
  const owner = cluster.get(resource, namespaceOf(object), name) ?? cluster.get(resource, '', name);
  return owner === undefined || uidOf(owner) !== textAt(reference, 'uid') ? undefined : {resource, object: owner};
}

const kindOf = (reference: JsonObject, cluster: ControlView): string | undefined =>
  resourceOfKind(textAt(reference, 'apiVersion'), textAt(reference, 'kind'), cluster);

/** Processes the finalizers of an owner: its dependents are orphaned, or deleted first. */
function finishDeletion(object: JsonObject, cluster: ControlView): readonly Step[] {
  const finalizers = finalizersOf(object);
  const dependants = cluster.ownedBy(uidOf(object));
  if (finalizers.includes(ORPHAN)) {
    if (dependants.length === 0) return [without(object, ORPHAN)];
    return dependants.map((dependant) => ({do: 'update', object: disowned(dependant.object, [uidOf(object)])}));
  }
  if (!finalizers.includes(FOREGROUND)) return [];
  const blocking = dependants.filter((dependant) => blocks(dependant.object, uidOf(object)));
  // Dependents are queued by themselves: one that has another owner may stay.
  return blocking.length === 0 ? [without(object, FOREGROUND)] : [];
}

const blocks = (object: JsonObject, uid: string): boolean =>
  objectsAt(object, 'metadata', 'ownerReferences').some(
    (reference) => textAt(reference, 'uid') === uid && reference['blockOwnerDeletion'] === true,
  );

const without = (object: JsonObject, finalizer: string): Step => ({
  do: 'update',
  object: withMetadata(object, {finalizers: finalizersOf(object).filter((other) => other !== finalizer)}),
});

/** Keeps, orphans or deletes an object, depending on its owners. */
function attend(stored: Stored, cluster: ControlView): readonly Step[] {
  const {resource, object} = stored;
  const references = objectsAt(object, 'metadata', 'ownerReferences');
  if (references.length === 0) return [];
  const judged = references.map((reference) => ({uid: textAt(reference, 'uid'), is: fate(stored, reference, cluster)}));
  const lost = judged.flatMap(({uid, is}) => (is === 'there' ? [] : [uid]));
  if (lost.length === 0) return [];
  if (lost.length < judged.length) return [{do: 'update', object: disowned(object, lost)}];
  const waited = judged.some(({is}) => is === 'waits');
  const foreground = waited && cluster.ownedBy(uidOf(object)).length > 0;
  const propagation = foreground ? 'Foreground' : policyOf(object);
  const {namespace, name} = {namespace: namespaceOf(object), name: nameOf(object)};
  return [{do: 'delete', resource, namespace, name, uid: uidOf(object), propagation}];
}

/** Reports whether an owner exists, is gone, or waits for this object to be deleted. */
function fate(stored: Stored, reference: JsonObject, cluster: ControlView): 'there' | 'gone' | 'waits' {
  // An owner of an unknown kind counts as existing, because its absence cannot be shown.
  if (kindOf(reference, cluster) === undefined) return 'there';
  const owner = ownerOf(stored, reference, cluster);
  if (owner === undefined) return 'gone';
  return isBeingDeleted(owner.object) && finalizersOf(owner.object).includes(FOREGROUND) ? 'waits' : 'there';
}

function policyOf(object: JsonObject): 'Orphan' | 'Foreground' | 'Background' {
  const finalizers = finalizersOf(object);
  if (finalizers.includes(ORPHAN)) return 'Orphan';
  return finalizers.includes(FOREGROUND) ? 'Foreground' : 'Background';
}

function disowned(object: JsonObject, uids: readonly string[]): JsonObject {
  const left = objectsAt(object, 'metadata', 'ownerReferences').filter(
    (reference) => !uids.includes(textAt(reference, 'uid')),
  );
  return withMetadata(object, {ownerReferences: left.length === 0 ? undefined : left});
}
