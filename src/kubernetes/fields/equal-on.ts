import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {deepEqual} from '../../lib/deep-equal.ts';
import {sameItem} from './list-item.ts';
import {asList, asMap, fieldOf, type ListSchema, type MapSchema, type Schema} from './schema.ts';

/**
 * Reports whether every field of `desired` has exactly the same value in `live`, and every list the same order. `live`
 * may have more fields and items. Values are compared literally: `1000m` does not equal `1`.
 */
export function equalOn(desired: JsonObject, live: JsonObject, schema: Schema): boolean {
  return equalValue(desired, live, schema);
}

function equalValue(desired: Json, live: Json | undefined, schema: Schema): boolean {
  if (live === undefined) return false;
  if (isObject(desired)) {
    const map = asMap(schema);
    if (map === undefined || map.mapType === 'atomic') return deepEqual(desired, live);
    return isObject(live) && equalFields(desired, live, map);
  }
  if (isList(desired)) {
    const list = asList(schema);
    if (list === undefined || list.listType === 'atomic') return deepEqual(desired, live);
    return isList(live) && equalItems(desired, live, list);
  }
  return desired === live;
}

function equalFields(desired: JsonObject, live: JsonObject, schema: MapSchema): boolean {
  for (const name of Object.keys(desired)) {
    const value = desired[name];
    const type = fieldOf(schema, name);
    if (value === undefined) continue;
    if (type === undefined || !Object.hasOwn(live, name) || !equalValue(value, live[name], type)) return false;
  }
  return true;
}

/** Walks along both lists once: an item that is found before the position of the last one is out of order. */
function equalItems(desired: readonly Json[], live: readonly Json[], schema: ListSchema): boolean {
  const items = schema.items();
  let at = 0;
  for (const item of desired) {
    while (at < live.length && !sameItem(item, live[at] ?? null, schema)) at++;
    if (!equalValue(item, live[at], items)) return false;
    at++;
  }
  return true;
}
