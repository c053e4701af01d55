import type {JsonObject} from '../../core/json.ts';
import {notFound} from '../model/refusals.ts';
import {storeKey} from '../model/resource.ts';
import {fromStored} from './convert.ts';
import type {Target, World} from './world.ts';

/** Returns the stored object in the requested version; undefined if it does not exist. */
export function findObject({resource, namespace, name}: Target, world: World): JsonObject | undefined {
  const found = world.store.get(storeKey(resource), namespace, name);
  return found === undefined ? undefined : fromStored(found, resource, world);
}

/** Returns the stored object in the requested version. @throws Refusal 404 if it does not exist */
export function getObject(target: Target, world: World): JsonObject {
  const found = findObject(target, world);
  if (found === undefined) throw notFound(target.resource, target.name);
  return found;
}
