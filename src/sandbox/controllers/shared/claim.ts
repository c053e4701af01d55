import type {JsonObject} from '../../../core/json.ts';
import type {ControlView, ObjectKey, Step} from '../../model/controller.ts';
import {isBeingDeleted, namespaceOf, uidOf, withMetadata} from '../../model/metadata.ts';
import {objectsAt} from '../../model/part.ts';
import {controlledBy, controllerOf, controllerOfKind, controllerReference, keyOf} from './owner.ts';

/** Rules by which a controller adopts and releases objects (ControllerRefManager in Kubernetes). */
export type Claim = {
  /** The resource of the objects, such as `pods`. */
  readonly resource: string;
  /** Reports whether an object belongs to the owner, regardless of its controller. */
  readonly matches: (object: JsonObject) => boolean;
  /** Limits the objects that are looked at. Default: all. */
  readonly among?: (object: JsonObject) => boolean;
};

/**
 * Returns the steps that adopt matching objects without a controller and release those that match no longer, as ControllerRefManager of
 * kube-controller-manager does. An owner that is being deleted does neither.
 */
export function claim(
  owner: JsonObject,
  {resource, matches, among = () => true}: Claim,
  cluster: ControlView,
): readonly Step[] {
  if (isBeingDeleted(owner)) return [];
  const free = cluster
    .list(resource, namespaceOf(owner))
    .filter(
      (object) => controllerOf(object) === undefined && !isBeingDeleted(object) && among(object) && matches(object),
    );
  const lost = controlledBy(owner, resource, cluster).filter((object) => among(object) && !matches(object));
  return [...free.map((object) => taken(object, owner)), ...lost.map((object) => release(object, owner))];
}

/** Returns a watch on objects that can be adopted: it maps an object to its controller, or, without one, to all owners that would adopt it. */
export const claimants =
  (kind: string, resource: string, matches: (owner: JsonObject, object: JsonObject) => boolean) =>
  (object: JsonObject, cluster: ControlView): readonly ObjectKey[] =>
    controllerOf(object) !== undefined
      ? controllerOfKind(kind)(object)
      : cluster
          .list(resource, namespaceOf(object))
          .filter((owner) => matches(owner, object))
          .map((owner) => keyOf(owner));

const referencesOf = (object: JsonObject): readonly JsonObject[] => objectsAt(object, 'metadata', 'ownerReferences');

const taken = (object: JsonObject, owner: JsonObject): Step => ({
  do: 'update',
  object: withMetadata(object, {ownerReferences: [...referencesOf(object), controllerReference(owner)]}),
});

function release(object: JsonObject, owner: JsonObject): Step {
  const others = referencesOf(object).filter(({uid}) => uid !== uidOf(owner));
  return {do: 'update', object: withMetadata(object, {ownerReferences: others.length > 0 ? others : undefined})};
}
