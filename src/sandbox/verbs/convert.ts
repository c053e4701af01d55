import type {JsonObject} from '../../core/json.ts';
import {convertCustom} from '../custom/convert-custom.ts';
import {convertAutoscaler} from '../kinds/convert-autoscaler.ts';
import {convertEvent} from '../kinds/objects/event.ts';
import {apiVersionOf, type Resource, storeKey} from '../model/resource.ts';
import type {VerbContext} from './verb-context.ts';

/** Converts objects of the few built-in kinds that are served in versions of different shapes. */
export type Conversion = (object: JsonObject, version: string) => JsonObject;

const CONVERSIONS: Readonly<Record<string, Conversion>> = {
  events: convertEvent,
  'horizontalpodautoscalers.autoscaling': convertAutoscaler,
};

/** Converts an object to this version of its resource. Custom resources change only their apiVersion. */
export function convert(object: JsonObject, to: Resource): JsonObject {
  const apiVersion = apiVersionOf(to);
  if (object['apiVersion'] === apiVersion) return object;
  if (to.custom !== undefined) return convertCustom(object, to);
  const conversion = CONVERSIONS[storeKey(to)];
  return conversion === undefined ? {...object, apiVersion} : conversion(object, apiVersion);
}

/** Converts an object to the version in which it is stored. */
export function toStored(object: JsonObject, resource: Resource, {registry}: VerbContext): JsonObject {
  const stored = registry.stored(storeKey(resource));
  return stored === undefined ? object : convert(object, stored);
}

/** Converts a stored object to the version of a request. Defaults that were added to the schema later are set in the storage version. */
export function fromStored(object: JsonObject, resource: Resource, {registry}: VerbContext): JsonObject {
  if (resource.custom === undefined) return convert(object, resource);
  const stored = registry.stored(storeKey(resource)) ?? resource;
  return convert(stored.rules.defaults?.(object) ?? object, resource);
}
