import type {JsonObject} from '../../core/json.ts';
import {notFound} from '../model/refusals.ts';
import {storeKey} from '../model/resource.ts';
import {fromStored} from './convert.ts';
import type {Target, World} from './world.ts';

/** The object as it stands, in the version that is asked for; undefined where nothing is. */
export function findObject({resource, namespace, name}: Target, world: World): JsonObject | undefined {
  const found = world.store.get(storeKey(resource), namespace, name);
  return found === undefined ? undefined : fromStored(found, resource, world);
}

/** @throws Refusal 404 */
export function getObject(target: Target, world: World): JsonObject {
  const found = findObject(target, world);
  if (found === undefined) throw notFound(target.resource, target.name);
  return found;
}
