import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../../../../core/json.ts';
import {jsonAt} from '../../../../core/json-at.ts';

/** Returns the mapping at a path, or an empty one. */
export function mapAt(value: Json, ...path: JsonPath): JsonObject {
  const found = jsonAt(value, path);
  return isObject(found) ? found : {};
}

/** Returns the mappings in the list at a path, or an empty list. */
export function itemsAt(value: Json, ...path: JsonPath): readonly JsonObject[] {
  const found = jsonAt(value, path);
  return isList(found) ? found.filter(isObject) : [];
}

/** Returns the text or the number at a path as a text; an empty one if there is none. */
export function textAt(value: Json, ...path: JsonPath): string {
  const found = jsonAt(value, path);
  return typeof found === 'string' || typeof found === 'number' ? String(found) : '';
}

/** Returns a mapping, or undefined if it is empty. */
export const someOf = (map: JsonObject): JsonObject | undefined => (Object.keys(map).length === 0 ? undefined : map);
