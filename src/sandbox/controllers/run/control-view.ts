import type {JsonObject} from '../../../core/json.ts';
import type {ControlView, Stored} from '../../model/controller.ts';
import {nameOf, namespaceOf} from '../../model/metadata.ts';
import {objectsAt, textAt} from '../../model/part.ts';
import type {Store} from '../../model/store.ts';

type Place = {readonly resource: string; readonly namespace: string; readonly name: string};

/** A view of the store with an index of dependents. Call `follow` for every write, to keep the index up to date. */
export type FollowedView = ControlView & {
  readonly follow: (resource: string, object: JsonObject, before: JsonObject | undefined) => void;
};

/** Indexes the objects of a store by the uid of their owners, so that controllers find dependents without a scan. */
export function controlView(store: Store): FollowedView {
  const dependants = new Map<string, Map<string, Place>>();

  const follow = (resource: string, object: JsonObject, before: JsonObject | undefined): void => {
    const place = {resource, namespace: namespaceOf(object), name: nameOf(object)};
    const id = `${resource}|${place.namespace}/${place.name}`;
    const now = ownersOf(object);
    for (const uid of before === undefined ? [] : ownersOf(before)) {
      if (now.has(uid)) continue;
      dependants.get(uid)?.delete(id);
      if (dependants.get(uid)?.size === 0) dependants.delete(uid);
    }
    for (const uid of now) {
      const known = dependants.get(uid) ?? new Map<string, Place>();
      dependants.set(uid, known.set(id, place));
    }
  };

  const stored = ({resource, namespace, name}: Place, uid: string): readonly Stored[] => {
    const object = store.get(resource, namespace, name);
    // Between a removal and its event, the index still holds the removed object.
    return object === undefined || !ownersOf(object).has(uid) ? [] : [{resource, object}];
  };

  for (const resource of store.resources()) {
    for (const object of store.list(resource)) follow(resource, object, undefined);
  }
  return {
    get: store.get,
    list: store.list,
    resources: store.resources,
    ownedBy: (uid) => [...(dependants.get(uid)?.values() ?? [])].flatMap((place) => stored(place, uid)),
    follow,
  };
}

const ownersOf = (object: JsonObject): ReadonlySet<string> =>
  new Set(objectsAt(object, 'metadata', 'ownerReferences').map((reference) => textAt(reference, 'uid')));
