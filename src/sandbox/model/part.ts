import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../../core/json.ts';
import {jsonAt} from '../../core/json-at.ts';

/**
 * Functions that read parts of an object. A part that is missing or of another type counts as empty, as in Go. Those with `At` in their
 * name read the part at a path.
 */

const NOTHING: JsonObject = {};

/** Returns an object, the shared empty one for any other value. */
export const part = (value: Json | undefined): JsonObject => (isObject(value) ? value : NOTHING);
/** Returns a list, an empty one for any other value. */
export const list = (value: Json | undefined): readonly Json[] => (isList(value) ? value : []);
/** Returns a text, an empty one for any other value. */
export const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
/** Returns the texts of a list; other items are left out. */
export const texts = (value: Json | undefined): readonly string[] =>
  list(value).filter((item) => typeof item === 'string');

/** Returns an own field. Field names come from users, so `constructor` is an ordinary name. */
export const own = (object: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined;

type At<T> = (value: Json | undefined, ...path: JsonPath) => T;

/** Returns the value at a path, whatever its type. */
export const valueAt: At<Json | undefined> = (value, ...path) =>
  value === undefined ? undefined : jsonAt(value, path);

/** Returns the object at a path, an empty one if there is none. */
export const partAt: At<JsonObject> = (value, ...path) => part(valueAt(value, ...path));
/** Returns the list at a path, an empty one if there is none. */
export const listAt: At<readonly Json[]> = (value, ...path) => list(valueAt(value, ...path));
/** Returns the text at a path, an empty one if there is none. */
export const textAt: At<string> = (value, ...path) => text(valueAt(value, ...path));
/** Returns the texts of the list at a path, none if there is no list. */
export const textsAt: At<readonly string[]> = (value, ...path) => texts(valueAt(value, ...path));
/** Returns the number at a path, 0 if there is none. */
export const numberAt: At<number> = (value, ...path) => optionalNumberAt(value, ...path) ?? 0;

/** Returns the objects of a list. */
export const objectsAt: At<readonly JsonObject[]> = (value, ...path) => listAt(value, ...path).filter(isObject);

/** Returns the object at a path; undefined if there is none, like a nil pointer in Go. */
export const objectAt: At<JsonObject | undefined> = (value, ...path) => {
  const found = valueAt(value, ...path);
  return isObject(found) ? found : undefined;
};

/** Returns the number at a path; undefined if there is none, where that differs from 0. */
export const optionalNumberAt: At<number | undefined> = (value, ...path) => {
  const found = valueAt(value, ...path);
  return typeof found === 'number' ? found : undefined;
};
