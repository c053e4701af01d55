import {elementKey} from '../../core/fields/field-path.ts';
import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {type FieldSet, isEmptySet} from './field-set.ts';
import {itemElement} from './list-item.ts';
import {asList, asMap, DEDUCED, fieldOf, type ListSchema, type MapSchema, type Schema} from './schema.ts';

/**
 * Removes the fields and items of a set from an object (structured-merge-diff's `RemoveItems`). A map or list that
 * becomes empty, although it is not in the set itself, becomes null, as on the server.
 */
export const removeItems = (object: JsonObject, set: FieldSet, schema: Schema): JsonObject =>
  (isEmptySet(set) ? object : (removeFrom(object, set, schema) ?? {})) as JsonObject;

function removeFrom(value: Json, set: FieldSet, schema: Schema): Json {
  const [map, list] = [asMap(schema), asList(schema)];
  if (isObject(value)) return map?.mapType === 'granular' ? removeFields(value, set, map) : null;
  if (isList(value)) return list === undefined || list.listType === 'atomic' ? null : removeListItems(value, set, list);
  return value;
}

function removeFields(object: JsonObject, set: FieldSet, schema: MapSchema): Json {
  const kept = Object.entries(object).flatMap(([name, value]) => {
    const key = `f:${name}`;
    if (set.members.has(key)) return [];
    const inside = set.children.get(key);
    return [
      [name, inside === undefined ? value : removeFrom(value, inside, fieldOf(schema, name) ?? DEDUCED)] as const,
    ];
  });
  return kept.length === 0 ? null : Object.fromEntries(kept);
}

function removeListItems(items: readonly Json[], set: FieldSet, schema: ListSchema): Json {
  const kept = items.flatMap((item) => {
    const element = itemElement(item, schema);
    if (element === undefined) return [item];
    const key = elementKey(element);
    if (set.members.has(key)) return [];
    const inside = set.children.get(key);
    return [inside === undefined ? item : removeFrom(item, inside, schema.items())];
  });
  return kept.length === 0 ? null : kept;
}
