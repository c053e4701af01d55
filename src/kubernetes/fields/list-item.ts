import type {PathElement} from '../../core/fields/field-path.ts';
import {isObject, type Json, type JsonObject} from '../../core/json.ts';
import type {ListSchema} from './schema.ts';

/**
 * Returns the step that identifies an item of a list of type set or map; missing key fields get their defaults. Returns
 * undefined if the item has no key (the server rejects it), and for atomic lists, whose items cannot be named.
 */
export function itemElement(item: Json, schema: ListSchema): PathElement | undefined {
  if (schema.listType === 'set') return typeof item === 'object' ? undefined : {value: item};
  if (schema.listType === 'atomic' || !isObject(item)) return undefined;
  const key = keyFields(item, schema);
  return Object.keys(key).length === 0 ? undefined : {key};
}

function keyFields(item: JsonObject, schema: ListSchema): JsonObject {
  const key: Record<string, Json> = {};
  for (const field of schema.keys()) {
    const value = item[field.name] ?? field.default;
    if (value !== undefined) key[field.name] = value;
  }
  return key;
}

/** Reports whether two items are the same item of a list of type set or map. */
export function sameItem(a: Json, b: Json, schema: ListSchema): boolean {
  if (!isObject(a) || !isObject(b)) return a === b;
  const keys = schema.keys();
  return keys.length > 0 && keys.every(({name, default: fallback}) => (a[name] ?? fallback) === (b[name] ?? fallback));
}
