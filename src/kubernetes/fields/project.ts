import {elementKey} from '../../core/fields/field-path.ts';
import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import type {FieldSet} from './field-set.ts';
import {itemElement} from './list-item.ts';
import {asList, asMap, fieldOf, type ListSchema, type MapSchema, type Schema} from './schema.ts';

/** Returns only the fields of an object that are in the set. Fields that the object lacks are absent. Lists keep the object's order. */
export function project(object: JsonObject, set: FieldSet, schema: Schema): Json {
  return projectValue(object, set, schema);
}

function projectValue(value: Json, set: FieldSet | undefined, schema: Schema): Json {
  if (isObject(value)) {
    const map = asMap(schema);
    return map === undefined || map.mapType === 'atomic' ? value : projectFields(value, set, map);
  }
  if (!isList(value)) return value;
  const list = asList(schema);
  return list === undefined || list.listType === 'atomic' ? value : projectItems(value, set, list);
}

function projectFields(object: JsonObject, set: FieldSet | undefined, schema: MapSchema): JsonObject {
  const fields: Record<string, Json> = {};
  if (set === undefined) return fields;
  for (const name of Object.keys(object)) {
    const value = object[name];
    const key = `f:${name}`;
    const child = set.children.get(key);
    if (value === undefined || (child === undefined && !set.members.has(key))) continue;
    const type = fieldOf(schema, name);
    define(fields, name, type === undefined ? value : projectValue(value, child, type));
  }
  return fields;
}

function projectItems(items: readonly Json[], set: FieldSet | undefined, schema: ListSchema): readonly Json[] {
  if (set === undefined) return [];
  return items.flatMap((item) => {
    const element = itemElement(item, schema);
    if (element === undefined) return [];
    const key = elementKey(element);
    const child = set.children.get(key);
    return child === undefined && !set.members.has(key) ? [] : [projectValue(item, child, schema.items())];
  });
}

/** Defines a field. Plain assignment of `__proto__` would not create one. */
function define(fields: Record<string, Json>, name: string, value: Json): void {
  if (name === '__proto__')
    Object.defineProperty(fields, name, {value, enumerable: true, configurable: true, writable: true});
  else fields[name] = value;
}
