import {isList, isObject, type Json, type JsonObject} from '../../../core/json.ts';
import {listAt} from '../../model/part.ts';

/** Helpers to read and change parts of an object. Objects are never changed in place. */

/** Returns the objects of a list with their field paths. */
export const itemsAt = (
  object: Json | undefined,
  ...path: readonly string[]
): readonly (readonly [JsonObject, number])[] =>
  listAt(object, ...path).flatMap((item, at) => (isObject(item) ? [[item, at] as const] : []));

/** Returns the fields in the order of their names, as Go's JSON writes a map. */
export const entriesOf = (object: JsonObject | undefined): readonly (readonly [string, Json])[] =>
  Object.entries(object ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1));

/** Sets those of the fields that the object does not have, or that are empty strings. */
export function withDefaults(object: JsonObject, defaults: JsonObject): JsonObject {
  const missing = Object.entries(defaults).filter(([key]) => object[key] === undefined || object[key] === '');
  return missing.length === 0 ? object : {...object, ...Object.fromEntries(missing)};
}

/** Changes the value at a path (`*`: in every item of a list). A missing value stays missing. */
export function changeAt(
  object: JsonObject,
  path: readonly string[],
  change: (value: JsonObject) => JsonObject,
): JsonObject {
  const [key, ...rest] = path;
  if (key === undefined) return change(object);
  const value = object[key];
  if (rest[0] === '*' && isList(value)) {
    const items = value.map((item) => (isObject(item) ? changeAt(item, rest.slice(1), change) : item));
    return {...object, [key]: items};
  }
  return isObject(value) ? {...object, [key]: changeAt(value, rest, change)} : object;
}

/** Returns the object without these fields. */
export const without = (object: JsonObject, ...keys: readonly string[]): JsonObject =>
  keys.some((key) => Object.hasOwn(object, key))
    ? Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)))
    : object;

/** Sets a field, or removes it if it would be empty. */
export const withField = (object: JsonObject, key: string, value: Json | undefined): JsonObject =>
  value === undefined ? without(object, key) : {...object, [key]: value};

/** Returns a string as it is, and any other value as JSON. */
export const asText = (value: Json | undefined): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null);
