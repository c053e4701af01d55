import {isList, isObject, type Json, type JsonObject} from '../../../core/json.ts';
import {jsonAt} from '../../../core/json-at.ts';

/** How the rules read and change an object: what is missing is empty, and an object is never changed in place. */

export const objectAt = (object: Json | undefined, ...path: readonly string[]): JsonObject | undefined => {
  const value = object === undefined ? undefined : jsonAt(object, path);
  return isObject(value) ? value : undefined;
};

export const listAt = (object: Json | undefined, ...path: readonly string[]): readonly Json[] => {
  const value = object === undefined ? undefined : jsonAt(object, path);
  return isList(value) ? value : [];
};

/** The objects of a list, with their places in it. */
export const itemsAt = (
  object: Json | undefined,
  ...path: readonly string[]
): readonly (readonly [JsonObject, number])[] =>
  listAt(object, ...path).flatMap((item, at) => (isObject(item) ? [[item, at] as const] : []));

/** A text, as Go sees it: none is the empty one. */
export const textAt = (object: Json | undefined, ...path: readonly string[]): string => {
  const value = object === undefined ? undefined : jsonAt(object, path);
  return typeof value === 'string' ? value : '';
};

/** A number, as Go sees it: none is 0. */
export const numberAt = (object: Json | undefined, ...path: readonly string[]): number => {
  const value = object === undefined ? undefined : jsonAt(object, path);
  return typeof value === 'number' ? value : 0;
};

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

/** The texts of a list. */
export const textsAt = (object: Json | undefined, ...path: readonly string[]): readonly string[] =>
  listAt(object, ...path).map(asText);
