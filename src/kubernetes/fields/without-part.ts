import type {FieldPath} from '../../core/fields/field-path.ts';
import {isList, isObject, type JsonObject} from '../../core/json.ts';
import type {Schema} from './schema.ts';
import {valueAt, withoutValueAt} from './value-at.ts';

/** Removes the value at a path, and parents that become empty: an empty map would be a field of its own. */
export function withoutPart(object: JsonObject, path: FieldPath, schema: Schema): JsonObject {
  const rest = withoutValueAt(object, path, schema);
  const parent = path.slice(0, -1);
  if (rest === object || parent.length === 0) return rest;
  const left = valueAt(rest, parent, schema);
  const empty = isObject(left) ? Object.keys(left).length === 0 : isList(left) && left.length === 0;
  return empty ? withoutPart(rest, parent, schema) : rest;
}
