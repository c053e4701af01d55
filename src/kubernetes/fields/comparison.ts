import {elementKey} from '../../core/fields/field-path.ts';
import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {deepEqual} from '../../lib/deep-equal.ts';
import {type FieldSet, type FieldSetBuilder, newFieldSet} from './field-set.ts';
import {itemElement} from './list-item.ts';
import {asList, asMap, DEDUCED, fieldOf, type ListSchema, type MapSchema, type Schema} from './schema.ts';

/** The fields in which two states of an object differ. A parent that only one state has is included itself. */
export type Comparison = {readonly added: FieldSet; readonly modified: FieldSet; readonly removed: FieldSet};

/** Compares two states as the server does (structured-merge-diff's `Compare`) to find out whose fields an apply changes. */
export function compareStates(before: JsonObject, after: JsonObject, schema: Schema): Comparison {
  const found = {added: newFieldSet(), modified: newFieldSet(), removed: newFieldSet()};
  compare({before, after, path: []}, schema, found);
  return found;
}

type Found = {readonly added: FieldSetBuilder; readonly modified: FieldSetBuilder; readonly removed: FieldSetBuilder};
type Maybe = Json | undefined;
type Pair = {readonly before: Maybe; readonly after: Maybe; readonly path: readonly string[]};

function compare(pair: Pair, schema: Schema, found: Found): void {
  const {before, after, path} = pair;
  if (before === after) return;
  if (isOtherShape(before, after)) {
    // A free-form value that changes its type: its old content is removed, its new content is added.
    parts({before, after: undefined, path}, schema, found);
    parts({before: undefined, after, path}, schema, found);
    insert(found.modified, path);
    return;
  }
  const isWhole = parts(pair, schema, found);
  if (before === undefined) insert(found.added, path);
  else if (after === undefined) insert(found.removed, path);
  else if (isWhole && !deepEqual(before, after)) insert(found.modified, path);
}

/** Reports whether two values have different shapes. Null fits every shape. */
function isOtherShape(before: Maybe, after: Maybe): boolean {
  const [left, right] = [shapeOf(before), shapeOf(after)];
  return left !== undefined && right !== undefined && left !== right;
}

function shapeOf(value: Maybe): 'map' | 'list' | 'scalar' | undefined {
  if (value === undefined || value === null) return undefined;
  if (isObject(value)) return 'map';
  return isList(value) ? 'list' : 'scalar';
}

/** Compares the parts of two values; returns true if the value is atomic. */
function parts({before, after, path}: Pair, schema: Schema, found: Found): boolean {
  const [map, list] = [asMap(schema), asList(schema)];
  const deciding = after ?? before;
  if (isObject(deciding) && map?.mapType === 'granular') {
    const [left, right] = [isObject(before) ? before : {}, isObject(after) ? after : {}];
    const names = new Set([...Object.keys(left), ...Object.keys(right)]);
    if (names.size === 0) return true;
    compareFields([left, right], path, map, found);
    return false;
  }
  if (isList(deciding) && list !== undefined && list.listType !== 'atomic') {
    const [left, right] = [isList(before) ? before : [], isList(after) ? after : []];
    if (left.length === 0 && right.length === 0) return true;
    compareItems([left, right], path, list, found);
    return false;
  }
  return true;
}

type Two<T> = readonly [T, T];

function compareFields(
  [before, after]: Two<JsonObject>,
  path: readonly string[],
  schema: MapSchema,
  found: Found,
): void {
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const pair = {before: own(before, name), after: own(after, name), path: [...path, `f:${name}`]};
    compare(pair, fieldOf(schema, name) ?? DEDUCED, found);
  }
}

const own = (object: JsonObject, name: string): Maybe => (Object.hasOwn(object, name) ? object[name] : undefined);

function compareItems(lists: Two<readonly Json[]>, path: readonly string[], schema: ListSchema, found: Found): void {
  const [before, after] = [byKey(lists[0], schema), byKey(lists[1], schema)];
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [left, right] = [before.get(key) ?? [], after.get(key) ?? []];
    const at = [...path, key];
    const single = {before: left.length > 1 ? undefined : left[0], after: right.length > 1 ? undefined : right[0]};
    if (single.before !== undefined || single.after !== undefined)
      compare({...single, path: at}, schema.items(), found);
    // Items with the same key cannot be distinguished: together they are one value.
    if (left.length > 1 && right.length > 1 && !deepEqual(left, right)) insert(found.modified, at);
    else if (left.length > 1 && right.length <= 1) insert(found.removed, at);
    else if (right.length > 1 && left.length <= 1) insert(found.added, at);
  }
}

function byKey(items: readonly Json[], schema: ListSchema): ReadonlyMap<string, readonly Json[]> {
  const index = new Map<string, Json[]>();
  for (const item of items) {
    const element = itemElement(item, schema);
    if (element === undefined) continue;
    const key = elementKey(element);
    const same = index.get(key);
    if (same === undefined) index.set(key, [item]);
    else same.push(item);
  }
  return index;
}

function insert(set: FieldSetBuilder, path: readonly string[]): void {
  const last = path.at(-1);
  if (last === undefined) return;
  let node = set;
  for (const key of path.slice(0, -1)) {
    let child = node.children.get(key);
    if (child === undefined) node.children.set(key, (child = newFieldSet()));
    node = child;
  }
  node.members.add(last);
}
