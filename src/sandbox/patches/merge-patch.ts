import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';

/** RFC 7386, as the server does it: null removes, objects merge, everything else replaces. */
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

/** What is new loses its nulls; those that are items of lists stay. */
function withoutNulls(value: Json): Json {
  if (isList(value)) return value.map((item) => (item === null ? null : withoutNulls(item)));
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([, item]) => item !== null);
  return Object.fromEntries(kept.map(([key, item]) => [key, withoutNulls(item)]));
}
