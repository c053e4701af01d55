import type {FieldPath} from '../../core/fields/field-path.ts';
import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {identityOf} from '../../core/resource/identity.ts';
import {once} from '../../lib/once.ts';
import {applyConfiguration} from '../fields/apply-configuration.ts';
import {below, hasPath} from '../fields/field-set.ts';
import {itemElement} from '../fields/list-item.ts';
import {asList, asMap, DEDUCED, fieldOf, type Schema} from '../fields/schema.ts';
import {valueAt} from '../fields/value-at.ts';
import {FIELD_MANAGER} from '../resource/labels.ts';
import {ownEntry} from './manager-entry.ts';

/** The desired and the live object, for values that the server stores as absent. */
export type Clearing = {
  /** The desired object, as it would be sent. */
  readonly desired: JsonObject;
  readonly live: JsonObject;
  readonly schema: Schema;
  /** The desired object of the last release, and the values of the sent fields after it; both sealed. */
  readonly prior: JsonObject | undefined;
  readonly applied: Json | undefined;
};

/**
 * Returns the maps, structures and lists that are desired empty and must be left out of the request. When an apply
 * removes the last field of a map or list, the server's merge leaves null, not the empty value that was sent. A custom
 * resource is then refused for a null that nobody wrote; in a built-in kind only the next identical apply makes the
 * value empty, which restarts pods. If the field is left out, the first apply removes it and nothing changes after
 * that. It is left out as long as the files want it empty and the last release wanted that, too, and sent nothing for
 * it.
 */
export function clearedFields({desired, live, schema, prior, applied}: Clearing): readonly FieldPath[] {
  const empties = emptyFields(desired, schema);
  if (empties.length === 0) return [];
  const held = ownEntry(live, identityOf(desired).apiVersion);
  if (held === undefined) return [];
  const merged = once(() => applyConfiguration({live, desired, schema, manager: FIELD_MANAGER}).merged);
  const wasLeftOut = (path: FieldPath): boolean =>
    prior !== undefined &&
    isEmpty(valueAt(prior, path, schema)) &&
    isObject(applied) &&
    valueAt(applied, path, schema) === undefined;
  return empties.filter((path) => {
    if (below(held, path) !== undefined) return (valueAt(merged(), path, schema) ?? null) === null;
    return !hasPath(held, path) && wasLeftOut(path);
  });
}

/** Returns the empty maps, structures and lists of an object. Atomic values are merged as they are. */
function emptyFields(object: JsonObject, schema: Schema): readonly FieldPath[] {
  const found: FieldPath[] = [];
  collect(object, schema, [], found);
  return found;
}

function collect(value: Json, schema: Schema, path: FieldPath, found: FieldPath[]): void {
  if (isObject(value)) collectFields(value, schema, path, found);
  else if (isList(value)) {
    const list = asList(schema);
    if (list === undefined || list.listType === 'atomic') return;
    if (value.length === 0) found.push(path);
    for (const item of value) {
      const element = itemElement(item, list);
      if (element !== undefined) collect(item, list.items(), [...path, element], found);
    }
  }
}

function collectFields(object: JsonObject, schema: Schema, path: FieldPath, found: FieldPath[]): void {
  const map = asMap(schema);
  if (map?.mapType !== 'granular') return;
  const names = Object.keys(object);
  if (names.length === 0) found.push(path);
  for (const field of names) {
    const part = object[field] ?? null;
    // Most fields are scalars, which need no schema and no path.
    if (isObject(part) || isList(part)) collect(part, fieldOf(map, field) ?? DEDUCED, [...path, {field}], found);
  }
}

const isEmpty = (value: Json | undefined): boolean =>
  isList(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0;
