import {isObject, type JsonObject} from '../json.ts';

/**
 * Merges values over others as Helm does: mappings are merged, everything else is replaced. A null stays, because it removes the
 * chart's own default.
 */
export function mergeValues(below: JsonObject, above: JsonObject): JsonObject {
  const merged = new Map(Object.entries(below));
  for (const [key, value] of Object.entries(above)) {
    const under = merged.get(key);
    merged.set(key, isObject(under) && isObject(value) ? mergeValues(under, value) : value);
  }
  return Object.fromEntries(merged);
}
