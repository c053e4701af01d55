import {isList, isObject, type Json, type JsonObject} from '../../../core/json.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';
import {own, part, texts} from '../../model/part.ts';

/** Returns the key of an item in a map list. A missing key field has its default. */
export function keyOf(item: JsonObject, schema: JsonObject): readonly (Json | undefined)[] {
  const properties = part(part(schema['items'])['properties']);
  return texts(schema['x-kubernetes-list-map-keys']).map(
    (name) => own(item, name) ?? part(properties[name])['default'],
  );
}

/** Returns the old version of an item. Only map lists have keys to match by. */
export function olderItem(item: Json, before: Json | undefined, schema: JsonObject): Json | undefined {
  if (schema['x-kubernetes-list-type'] !== 'map' || !isList(before) || !isObject(item)) return undefined;
  const key = keyOf(item, schema);
  return before.find((one) => isObject(one) && sameKey(keyOf(one, schema), key));
}

const sameKey = (left: readonly (Json | undefined)[], right: readonly (Json | undefined)[]): boolean =>
  left.every((one, i) => deepEqual(one ?? null, right[i] ?? null));
