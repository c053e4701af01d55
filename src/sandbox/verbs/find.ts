import type {JsonObject} from '../../core/json.ts';
import {notFound} from '../model/refusals.ts';
import {storeKey} from '../model/resource.ts';
import {fromStored} from './convert.ts';
import type {Target, VerbContext} from './verb-context.ts';

/** Returns the stored object in the requested version; undefined if it does not exist. */
export function findObject({resource, namespace, name}: Target, context: VerbContext): JsonObject | undefined {
  const found = context.store.get(storeKey(resource), namespace, name);
  return found === undefined ? undefined : fromStored(found, resource, context);
}

/** Returns the stored object in the requested version. @throws Refusal 404 if it does not exist */
export function getObject(target: Target, context: VerbContext): JsonObject {
  const found = findObject(target, context);
  if (found === undefined) throw notFound(target.resource, target.name);
  return found;
}
