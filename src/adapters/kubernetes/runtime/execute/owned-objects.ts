import {isObject, type JsonObject} from '../../../../core/json.ts';
import {controllerOf} from '../../../../kubernetes/readiness/current-pods.ts';
import {textAt} from '../../../../kubernetes/readiness/read.ts';

/** Objects of one kind in one namespace, indexed by name and by owner, so that thousands of them need not be searched. */
export type OwnedObjects = {
  /** Returns the uids of the owners whose objects have changed. */
  readonly set: (object: JsonObject) => readonly string[];
  readonly delete: (object: JsonObject) => readonly string[];
  readonly clear: () => void;
  readonly all: () => readonly JsonObject[];
  /** Returns the objects that the object with this uid controls; for events those about it. */
  readonly of: (uid: string) => readonly JsonObject[];
};

/** Keeps the objects of a watch by the uid of their controller. */
export function openOwnedObjects(): OwnedObjects {
  const objects = new Map<string, JsonObject>();
  const byOwner = new Map<string, Map<string, JsonObject>>();
  const remove = (name: string): readonly string[] => {
    const before = objects.get(name);
    if (before === undefined) return [];
    objects.delete(name);
    const owner = ownerOf(before);
    const siblings = byOwner.get(owner);
    siblings?.delete(name);
    if (siblings?.size === 0) byOwner.delete(owner);
    return [owner];
  };
  return {
    set: (object) => {
      const [name, owner] = [nameOf(object), ownerOf(object)];
      const before = remove(name);
      const kept = withoutManagers(object);
      objects.set(name, kept);
      byOwner.set(owner, (byOwner.get(owner) ?? new Map<string, JsonObject>()).set(name, kept));
      return before.includes(owner) ? before : [...before, owner];
    },
    delete: (object) => remove(nameOf(object)),
    clear: () => {
      objects.clear();
      byOwner.clear();
    },
    all: () => [...objects.values()],
    of: (uid) => [...(byOwner.get(uid)?.values() ?? [])],
  };
}

const nameOf = (object: JsonObject): string => textAt(object, 'metadata', 'name');

const ownerOf = (object: JsonObject): string => textAt(object, 'involvedObject', 'uid') || (controllerOf(object) ?? '');

/** Removes managedFields, which are not needed here and the larger half of many objects. */
function withoutManagers(object: JsonObject): JsonObject {
  const {metadata} = object;
  if (!isObject(metadata) || metadata['managedFields'] === undefined) return object;
  const {managedFields: _, ...rest} = metadata;
  return {...object, metadata: rest};
}
