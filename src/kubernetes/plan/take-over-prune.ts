import {elementKey} from '../../core/fields/field-path.ts';
import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {defined} from '../../lib/defined.ts';
import {EMPTY_FIELD_SET, type FieldSet} from '../fields/field-set.ts';
import {itemElement} from '../fields/list-item.ts';
import {asList, asMap, fieldOf, type ListSchema, type MapSchema, type Schema} from '../fields/schema.ts';

/** The field sets of an applier before and after its write. */
export type Prune = {
  /** The fields that the applier owned before. */
  readonly held: FieldSet;
  /** The fields that the applier owns now, and those of all other managers. */
  readonly kept: FieldSet;
  readonly schema: Schema;
};

/**
 * Removes what the server's merge removes when an applier no longer names fields that it owned: each field with its
 * content, unless another manager owns it or a part of it. Returns the same object if nothing is removed.
 */
export const prune = (object: JsonObject, {held, kept, schema}: Prune): JsonObject =>
  pruneValue(object, {held, kept, schema}) as JsonObject;

function pruneValue(value: Json, {held, kept, schema}: Prune): Json {
  if (isObject(value)) {
    const map = asMap(schema);
    return map?.mapType === 'granular' ? pruneFields(value, {held, kept}, map) : value;
  }
  const list = asList(schema);
  if (!isList(value) || list === undefined || list.listType === 'atomic') return value;
  return pruneItems(value, {held, kept}, list);
}

type Sets = Pick<Prune, 'held' | 'kept'>;

function pruneFields(object: JsonObject, sets: Sets, schema: MapSchema): JsonObject {
  const changed = new Map<string, Json | undefined>();
  for (const name of Object.keys(object)) {
    const value = object[name] ?? null;
    const key = `f:${name}`;
    // A declared field is a member if a field below it is; a list of names, or a map's key, only by itself.
    const goes = isMember(sets.held, key, schema.declared(name) !== undefined) && !isTouched(sets.kept, key);
    const next = goes ? undefined : pruneValue(value, step(sets, key, fieldOf(schema, name)));
    if (next !== value) changed.set(name, isEmpty(next) ? undefined : next);
  }
  if (changed.size === 0) return object;
  const entries = Object.entries(object).map(([name, value]) => [name, changed.has(name) ? changed.get(name) : value]);
  return defined(Object.fromEntries(entries));
}

function pruneItems(items: readonly Json[], sets: Sets, schema: ListSchema): readonly Json[] {
  const left = items.flatMap((item) => {
    const element = itemElement(item, schema);
    if (element === undefined) return [item];
    const key = elementKey(element);
    if (isMember(sets.held, key, false) && !isTouched(sets.kept, key)) return [];
    return [pruneValue(item, step(sets, key, schema.items()))];
  });
  return left.length === items.length && left.every((item, i) => item === items[i]) ? items : left;
}

const isMember = (set: FieldSet, key: string, declared: boolean): boolean =>
  set.members.has(key) || (declared && set.children.has(key));

const isTouched = (set: FieldSet, key: string): boolean => set.members.has(key) || set.children.has(key);

/** A field that the schema does not declare is one value. */
const step = ({held, kept}: Sets, key: string, schema: Schema | undefined): Prune => ({
  held: (schema && held.children.get(key)) ?? EMPTY_FIELD_SET,
  kept: kept.children.get(key) ?? EMPTY_FIELD_SET,
  schema: schema ?? WHOLE,
});

const WHOLE: Schema = {type: 'scalar', scalar: 'string'};

/** Reports whether a value is empty: the server's merge removes emptied values. */
const isEmpty = (value: Json | undefined): boolean =>
  (isList(value) && value.length === 0) || (isObject(value) && Object.keys(value).length === 0);
