import type {JsonObject} from '../../../core/json.ts';
import type {ControlView, ObjectKey} from '../../model/controller.ts';
import {nameOf, namespaceOf, uidOf} from '../../model/metadata.ts';
import {objectsAt, textAt} from '../../model/part.ts';

/** What a controller writes into what it makes: its dependants go with it. */
export const controllerReference = (owner: JsonObject): JsonObject => ({
  apiVersion: textAt(owner, 'apiVersion'),
  kind: textAt(owner, 'kind'),
  name: nameOf(owner),
  uid: uidOf(owner),
  controller: true,
  blockOwnerDeletion: true,
});

/** The reference to the controller of an object, if it has one. */
export const controllerOf = (object: JsonObject): JsonObject | undefined =>
  objectsAt(object, 'metadata', 'ownerReferences').find((reference) => reference['controller'] === true);

/** The dependants of one resource that this owner controls. */
export function controlledBy(owner: JsonObject, resource: string, cluster: ControlView): readonly JsonObject[] {
  const uid = uidOf(owner);
  const isOurs = (object: JsonObject): boolean => textAt(controllerOf(object), 'uid') === uid;
  return cluster.ownedBy(uid).flatMap((one) => (one.resource === resource && isOurs(one.object) ? [one.object] : []));
}

/** The key by which controllers queue an object; cluster-scoped ones have an empty namespace. */
export const keyOf = (object: JsonObject): ObjectKey => ({namespace: namespaceOf(object), name: nameOf(object)});

/** A watch on the objects themselves. */
export const itself = (object: JsonObject): readonly ObjectKey[] => [keyOf(object)];

/** A watch on dependants: the controller of the object, where it is of that kind. */
export const controllerOfKind =
  (kind: string) =>
  (object: JsonObject): readonly ObjectKey[] => {
    const reference = controllerOf(object);
    if (reference === undefined || reference['kind'] !== kind) return [];
    return [{namespace: namespaceOf(object), name: textAt(reference, 'name')}];
  };
