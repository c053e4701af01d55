import {isObject, type JsonObject} from '../../core/json.ts';

/** Returns an object with a changed part. Without an object at the path, nothing changes. */
export function editAt(
  object: JsonObject,
  path: readonly (string | number)[],
  edit: (value: JsonObject) => JsonObject,
): JsonObject {
  const [step, ...rest] = path;
  if (step === undefined) return edit(object);
  const inner = object[String(step)];
  return isObject(inner) ? {...object, [String(step)]: editAt(inner, rest, edit)} : object;
}
