import type {JsonObject} from '../../../core/json.ts';
import type {ControlView, ObjectKey} from '../../model/controller.ts';
import {nameOf, namespaceOf, uidOf} from '../../model/metadata.ts';
import {objectsAt, textAt} from '../../model/part.ts';

/** Returns the owner reference that a controller sets on the objects it creates. They are deleted with the owner. */
export const controllerReference = (owner: JsonObject): JsonObject => ({
  apiVersion: textAt(owner, 'apiVersion'),
  kind: textAt(owner, 'kind'),
  name: nameOf(owner),
  uid: uidOf(owner),
  controller: true,
  blockOwnerDeletion: true,
});

/** Returns the reference to the controller of an object; undefined if it has none. */
export const controllerOf = (object: JsonObject): JsonObject | undefined =>
  objectsAt(object, 'metadata', 'ownerReferences').find((reference) => reference['controller'] === true);

/** Returns the dependents of one resource that this owner controls. */
export function controlledBy(owner: JsonObject, resource: string, cluster: ControlView): readonly JsonObject[] {
  const uid = uidOf(owner);
  const isOurs = (object: JsonObject): boolean => textAt(controllerOf(object), 'uid') === uid;
  return cluster.ownedBy(uid).flatMap((one) => (one.resource === resource && isOurs(one.object) ? [one.object] : []));
}

/** Returns the key by which controllers queue an object. Cluster-scoped objects have an empty namespace. */
export const keyOf = (object: JsonObject): ObjectKey => ({namespace: namespaceOf(object), name: nameOf(object)});

/** A watch on the controller's own objects. */
export const itself = (object: JsonObject): readonly ObjectKey[] => [keyOf(object)];

/** Returns a watch on dependents: it maps an object to its controller, if that is of this kind. */
export const controllerOfKind =
  (kind: string) =>
  (object: JsonObject): readonly ObjectKey[] => {
    const reference = controllerOf(object);
    if (reference === undefined || reference['kind'] !== kind) return [];
    return [{namespace: namespaceOf(object), name: textAt(reference, 'name')}];
  };
