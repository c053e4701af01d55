import {isObject, type Json, type JsonObject, type JsonPath} from '../../core/json.ts';
import {follow} from '../../core/reference/path.ts';
import type {Lookup} from '../../core/reference/resolve-references.ts';
import {isSecretObject} from '../../core/reference/secret-data-references.ts';

type Found = 'unknown' | undefined | ReturnType<typeof follow>;

/**
 * Returns a value of an object of another runtime. `data.KEY` and `stringData.KEY` of a Secret both mean the decoded value: a file may have one of
 * them, and the live object has only `data`.
 */
export function lookUpValue(lookup: Lookup, {id, path}: {readonly id: string; readonly path: JsonPath}): Found {
  const found = valueAt(lookup, id, path);
  const other = otherField(path);
  if (other === undefined || (typeof found === 'object' && 'value' in found)) return found;
  const there = valueAt(lookup, id, other);
  return typeof there === 'object' && 'value' in there ? there : found;
}

/** Returns the path of a Secret's value in its other field. */
function otherField([field, ...rest]: JsonPath): JsonPath | undefined {
  if (rest.length !== 1) return undefined;
  return field === 'data' ? ['stringData', ...rest] : field === 'stringData' ? ['data', ...rest] : undefined;
}

function valueAt(lookup: Lookup, id: string, path: JsonPath): Found {
  const object = lookup(id, path);
  return object === undefined || object === 'unknown' ? object : follow(decoded(object), path);
}

/** Returns a Secret with its `data` as texts; any other object as it is. */
function decoded(object: Json): Json {
  const {data = null} = isObject(object) && isSecretObject(object) ? object : {};
  if (!isObject(data)) return object;
  return {
    ...(object as JsonObject),
    data: Object.fromEntries(Object.entries(data).map(([key, value]) => [key, textOf(value)])),
  };
}

const textOf = (value: Json): Json => (typeof value === 'string' ? Buffer.from(value, 'base64').toString() : value);
