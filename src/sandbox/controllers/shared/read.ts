import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../../../core/json.ts';
import {jsonAt} from '../../../core/json-at.ts';

const NOTHING: JsonObject = {};

/** The object at a path; an empty one where there is none. */
export function objectAt(value: Json, ...path: JsonPath): JsonObject {
  const found = jsonAt(value, path);
  return isObject(found) ? found : NOTHING;
}

/** The objects of a list; none where there is no list. */
export function objectsAt(value: Json, ...path: JsonPath): readonly JsonObject[] {
  const found = jsonAt(value, path);
  return isList(found) ? found.filter((item) => isObject(item)) : [];
}

export function textsAt(value: Json, ...path: JsonPath): readonly string[] {
  const found = jsonAt(value, path);
  return isList(found) ? found.filter((item) => typeof item === 'string') : [];
}

/** '' where there is no text: controllers treat both alike, as Go does. */
export function textAt(value: Json, ...path: JsonPath): string {
  const found = jsonAt(value, path);
  return typeof found === 'string' ? found : '';
}

export function numberAt(value: Json, ...path: JsonPath): number | undefined {
  const found = jsonAt(value, path);
  return typeof found === 'number' ? found : undefined;
}

/** 0 where there is no number. */
export const countAt = (value: Json, ...path: JsonPath): number => numberAt(value, ...path) ?? 0;

export const nameOf = (object: JsonObject): string => textAt(object, 'metadata', 'name');
export const namespaceOf = (object: JsonObject): string => textAt(object, 'metadata', 'namespace');
export const uidOf = (object: JsonObject): string => textAt(object, 'metadata', 'uid');
export const labelsOf = (object: JsonObject): JsonObject => objectAt(object, 'metadata', 'labels');
export const annotationsOf = (object: JsonObject): JsonObject => objectAt(object, 'metadata', 'annotations');
export const finalizersOf = (object: JsonObject): readonly string[] => textsAt(object, 'metadata', 'finalizers');
export const isDeleting = (object: JsonObject): boolean => textAt(object, 'metadata', 'deletionTimestamp') !== '';

/** Milliseconds since the epoch; 0 where there is no time. */
export function timeAt(value: Json, ...path: JsonPath): number {
  const ms = Date.parse(textAt(value, ...path));
  return Number.isNaN(ms) ? 0 : ms;
}
