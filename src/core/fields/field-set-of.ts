import {isList, isObject, type Json, type JsonObject} from '../json.ts';
import {elementKey} from './field-path.ts';
import {difference, fieldSet, type FieldSet, type FieldSetBuilder, isEmptySet, newFieldSet} from './field-set.ts';
import {itemElement} from './list-key.ts';
import {asList, asMap, fieldOf, type ListSchema, type MapSchema, type Schema} from './schema.ts';

/**
 * What the server records as ours when we apply this object: the fields of its `Apply` entry in managedFields. The rules are
 * those of structured-merge-diff, then what the server strips: identity and what only it may write.
 */
export function fieldSetOf(object: JsonObject, schema: Schema): FieldSet {
  const set = newFieldSet();
  addBelow(set, object, schema);
  return difference(set, NEVER_OWNED);
}

const NEVER_OWNED: FieldSet = fieldSet([
  [{field: 'apiVersion'}],
  [{field: 'kind'}],
  [{field: 'metadata'}],
  ...[
    'name',
    'namespace',
    'creationTimestamp',
    'selfLink',
    'uid',
    'clusterName',
    'generation',
    'managedFields',
    'resourceVersion',
  ].map((field) => [{field: 'metadata'}, {field}]),
]);

/** Adds what lies below a value; answers whether the value itself, as a whole, is a field. */
function addBelow(set: FieldSetBuilder, value: Json, schema: Schema): boolean {
  if (isObject(value)) {
    const map = asMap(schema);
    if (map === undefined || map.mapType === 'atomic') return true;
    addFields(set, value, map);
    return false;
  }
  if (isList(value)) {
    const list = asList(schema);
    if (list === undefined || list.listType === 'atomic') return true;
    addItems(set, value, list);
    return false;
  }
  return value !== null || isWhole(schema);
}

/** Null in a field of that type. (That the field is there at all, its parent says.) */
function isWhole(schema: Schema): boolean {
  if (schema.type === 'list') return schema.listType === 'atomic';
  const map = asMap(schema);
  return map === undefined || map.mapType === 'atomic';
}

function addFields(set: FieldSetBuilder, object: JsonObject, schema: MapSchema): void {
  for (const name of Object.keys(object)) {
    const value = object[name];
    const type = fieldOf(schema, name);
    if (value === undefined || type === undefined) continue;
    const free = schema.declared(name) === undefined;
    // A declared field that only holds others is not a field of its own; a key of a map is, and so is an empty object.
    addStep(set, `f:${name}`, value, type, free || value === null || isEmptyObject(value));
  }
}

function addItems(set: FieldSetBuilder, items: readonly Json[], schema: ListSchema): void {
  const seen = new Map<string, number>();
  const keys = items.map((item) => {
    const element = itemElement(item, schema);
    return element === undefined ? undefined : elementKey(element);
  });
  for (const key of keys) if (key !== undefined) seen.set(key, (seen.get(key) ?? 0) + 1);
  for (const [i, key] of keys.entries()) {
    if (key === undefined) continue;
    // Two items of one key cannot be told apart: only the key itself is recorded.
    if (seen.get(key) === 1) addStep(set, key, items[i] ?? null, schema.items(), true);
    else set.members.add(key);
  }
}

function addStep(set: FieldSetBuilder, key: string, value: Json, schema: Schema, itself: boolean): void {
  if (typeof value !== 'object') {
    set.members.add(key);
    return;
  }
  const child = newFieldSet();
  const whole = addBelow(child, value, schema);
  if (whole || itself) set.members.add(key);
  if (!isEmptySet(child)) set.children.set(key, child);
}

const isEmptyObject = (value: Json): boolean => isObject(value) && Object.keys(value).length === 0;
