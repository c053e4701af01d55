import type {JsonObject} from '../../core/json.ts';
import {convertCustom} from '../custom/convert-custom.ts';
import {convertAutoscaler} from '../kinds/convert-autoscaler.ts';
import {convertEvent} from '../kinds/objects/event.ts';
import {apiVersionOf, type Resource, storeKey} from '../model/resource.ts';
import type {World} from './world.ts';

/** Converts objects of the few built-in kinds that are served in versions of different shapes. */
export type Conversion = (object: JsonObject, version: string) => JsonObject;

const CONVERSIONS: Readonly<Record<string, Conversion>> = {
  events: convertEvent,
  'horizontalpodautoscalers.autoscaling': convertAutoscaler,
};

/** The object as this version of its resource has it. Custom resources differ in their apiVersion only. */
export function convert(object: JsonObject, to: Resource): JsonObject {
  const apiVersion = apiVersionOf(to);
  if (object['apiVersion'] === apiVersion) return object;
  if (to.custom !== undefined) return convertCustom(object, to);
  const conversion = CONVERSIONS[storeKey(to)];
  return conversion === undefined ? {...object, apiVersion} : conversion(object, apiVersion);
}

/** As the store keeps it. */
export function toStored(object: JsonObject, resource: Resource, {registry}: World): JsonObject {
  const stored = registry.stored(storeKey(resource));
  return stored === undefined ? object : convert(object, stored);
}

/** What stands in the store, as a request in this version sees it. A default that came later is filled in where it is stored. */
export function fromStored(object: JsonObject, resource: Resource, {registry}: World): JsonObject {
  if (resource.custom === undefined) return convert(object, resource);
  const stored = registry.stored(storeKey(resource)) ?? resource;
  return convert(stored.rules.defaults?.(object) ?? object, resource);
}
