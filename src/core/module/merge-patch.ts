import {isObject, type JsonObject} from '../json.ts';

/** Applies a merge patch (RFC 7396). */
export function mergePatch(base: JsonObject, patch: JsonObject): JsonObject {
  const merged = new Map(Object.entries(base));
  for (const [key, value] of Object.entries(patch)) {
    const below = merged.get(key);
    if (value === null) merged.delete(key);
    else merged.set(key, isObject(value) ? mergePatch(isObject(below) ? below : {}, value) : value);
  }
  return Object.fromEntries(merged);
}
