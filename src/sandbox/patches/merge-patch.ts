import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';

/** Applies a merge patch (RFC 7386): null removes a field, objects are merged, and all other values replace. */
export function applyMergePatch(object: JsonObject, patch: JsonObject): JsonObject {
  const merged: Record<string, Json> = {...object};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key];
    else merged[key] = mergedValue(Object.hasOwn(object, key) ? object[key] : undefined, value);
  }
  return merged;
}

function mergedValue(before: Json | undefined, patch: Json): Json {
  return isObject(before) && isObject(patch) ? applyMergePatch(before, patch) : withoutNulls(patch);
}

/** Removes nulls from new fields. Null items of lists stay. */
function withoutNulls(value: Json): Json {
  if (isList(value)) return value.map((item) => (item === null ? null : withoutNulls(item)));
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([, item]) => item !== null);
  return Object.fromEntries(kept.map(([key, item]) => [key, withoutNulls(item)]));
}
