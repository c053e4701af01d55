import {isList, isObject, type Json, type JsonObject} from '../../../core/json.ts';
import {listAt} from '../../model/part.ts';

/** What the rules read and change in an object beside its parts; an object is never changed in place. */

/** The objects of a list, with their places in it. */
export const itemsAt = (
  object: Json | undefined,
  ...path: readonly string[]
): readonly (readonly [JsonObject, number])[] =>
  listAt(object, ...path).flatMap((item, at) => (isObject(item) ? [[item, at] as const] : []));

/** Its fields in the order of their names, as Go's JSON writes a map. */
export const entriesOf = (object: JsonObject | undefined): readonly (readonly [string, Json])[] =>
  Object.entries(object ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1));

/** The object with those of the fields that it does not have, or has as the empty text. */
export function withDefaults(object: JsonObject, defaults: JsonObject): JsonObject {
  const missing = Object.entries(defaults).filter(([key]) => object[key] === undefined || object[key] === '');
  return missing.length === 0 ? object : {...object, ...Object.fromEntries(missing)};
}

/** Changes what lies at the path (`*`: in every item of a list); where nothing is, nothing happens. */
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

/** The object without some of its fields. */
export const without = (object: JsonObject, ...keys: readonly string[]): JsonObject =>
  keys.some((key) => Object.hasOwn(object, key))
    ? Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)))
    : object;

/** Sets a field, or leaves it out where it would be empty. */
export const withField = (object: JsonObject, key: string, value: Json | undefined): JsonObject =>
  value === undefined ? without(object, key) : {...object, [key]: value};

/** A value as a text; of what is none, its JSON. */
export const asText = (value: Json | undefined): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null);
