import {elementKey, type FieldPath, type PathElement} from '../../core/fields/field-path.ts';
import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {compareNaturally} from '../../lib/compare-naturally.ts';
import {deepEqual} from '../../lib/deep-equal.ts';
import {defined} from '../../lib/defined.ts';
import {itemElement} from './list-item.ts';
import {asList, asMap, DEDUCED, fieldOf, type ListSchema, type MapSchema, type Schema} from './schema.ts';

/** A field that differs. `before` is absent if the field was added, `after` if it was removed. */
export type FieldDifference = {readonly path: FieldPath; readonly before?: Json; readonly after?: Json};

/**
 * Returns the differences between two states of an object, field by field. Items of lists are matched by their keys,
 * atomic values are compared as a whole, and a part that only one state has is one difference. The result is sorted by
 * field name; lists keep their order.
 */
export function compareObjects(before: JsonObject, after: JsonObject, schema: Schema): FieldDifference[] {
  const found: FieldDifference[] = [];
  compareValues({path: [], before, after}, schema, found);
  return found;
}

type Pair = {readonly path: FieldPath; readonly before: Json | undefined; readonly after: Json | undefined};

function compareValues({path, before, after}: Pair, schema: Schema, found: FieldDifference[]): void {
  if (before === after) return;
  const map = asMap(schema);
  if (isObject(before) && isObject(after) && map?.mapType === 'granular') {
    compareFields(path, [before, after], map, found);
    return;
  }
  const list = asList(schema);
  if (isList(before) && isList(after) && list !== undefined && list.listType !== 'atomic') {
    if (compareItems(path, [before, after], list, found)) return;
  }
  if (deepEqual(before, after)) return;
  found.push({path, ...defined({before, after})});
}

type Two<T> = readonly [T, T];

function compareFields(
  path: FieldPath,
  [before, after]: Two<JsonObject>,
  schema: MapSchema,
  found: FieldDifference[],
): void {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  // Most fields are equal: only the others are sorted.
  const differing = names.filter((name) => ownField(before, name) !== ownField(after, name));
  for (const name of differing.toSorted(compareNaturally)) {
    const pair = {before: ownField(before, name), after: ownField(after, name)};
    compareValues({path: [...path, {field: name}], ...pair}, fieldOf(schema, name) ?? DEDUCED, found);
  }
}

const ownField = (object: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined;

type Item = {readonly element: PathElement; readonly value: Json};

/** Compares two lists item by item. Returns false if the keys do not identify the items; the list is then compared as one value. */
function compareItems(
  path: FieldPath,
  lists: Two<readonly Json[]>,
  schema: ListSchema,
  found: FieldDifference[],
): boolean {
  const [before, after] = [indexItems(lists[0], schema), indexItems(lists[1], schema)];
  if (before === undefined || after === undefined) return false;
  for (const [key, item] of before) {
    const pair = {path: [...path, item.element], before: item.value, after: after.get(key)?.value};
    compareValues(pair, schema.items(), found);
  }
  for (const [key, {element, value}] of after) {
    if (!before.has(key)) found.push({path: [...path, element], after: value});
  }
  const [orderBefore, orderAfter] = [common(before, after), common(after, before)];
  if (!deepEqual(orderBefore, orderAfter)) {
    found.push({path, before: [...before.values()].map(itemName), after: [...after.values()].map(itemName)});
  }
  return true;
}

function indexItems(items: readonly Json[], schema: ListSchema): Map<string, Item> | undefined {
  const index = new Map<string, Item>();
  for (const value of items) {
    const element = itemElement(value, schema);
    if (element === undefined) return undefined;
    index.set(elementKey(element), {element, value});
  }
  return index.size === items.length ? index : undefined;
}

const common = (of: ReadonlyMap<string, Item>, other: ReadonlyMap<string, Item>): string[] =>
  [...of.keys()].filter((key) => other.has(key));

/** Returns a name for an item of a reordered list: its key, or the value if the key is a single field. */
function itemName({element, value}: Item): Json {
  if (!('key' in element)) return value;
  const values = Object.values(element.key);
  return values.length === 1 ? (values[0] ?? null) : element.key;
}
