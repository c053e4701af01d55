import type {Origin} from '../../core/diagnostic/origin.ts';
import type {FieldPath, PathElement} from '../../core/fields/field-path.ts';
import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../../core/json.ts';
import type {FieldChange} from '../../core/plan/plan.ts';
import {itemElement} from '../fields/list-item.ts';
import {asList, asMap, DEDUCED, fieldOf, type Schema} from '../fields/schema.ts';
import {indexOf} from '../fields/value-at.ts';

/** The user's text of one object, with its positions. */
export type Source = {
  readonly written: JsonObject;
  readonly schema: Schema;
  readonly origin: Origin | undefined;
};

/** Returns where the user wrote the value of a field of the sent object, or undefined if the user did not write it. */
export function placeOf({written, schema, origin}: Source, path: FieldPath): FieldChange['at'] {
  if (origin === undefined) return undefined;
  const own = writtenPath(written, path, schema);
  if (own === undefined || isDefaultedNamespace(origin, own)) return undefined;
  const {file, line, column} = origin.position(own);
  return {file, line, column};
}

/** Returns the same position as a part of a field change. */
export const at = (source: Source, path: FieldPath): Pick<FieldChange, 'at'> => {
  const place = placeOf(source, path);
  return place === undefined ? {} : {at: place};
};

/** Converts a path of the sent object to a path in the user's text: items of lists by their indexes, and `data` of a Secret also as `stringData`. */
export function writtenPath(written: JsonObject, path: FieldPath, schema: Schema): JsonPath | undefined {
  const [first, ...rest] = path;
  // stringData takes precedence over data.
  const folded =
    written['kind'] === 'Secret' && first !== undefined && 'field' in first && first.field === 'data'
      ? walk(written, [{field: 'stringData'}, ...rest], schema)
      : undefined;
  const own = walk(written, path, schema);
  return rest.length > 0 ? (folded ?? own) : (own ?? folded);
}

/** Converts a path to the form that plans use: items of lists by their keys. */
export function fieldPathOf(object: JsonObject, path: JsonPath, schema: Schema): FieldPath {
  const found: PathElement[] = [];
  let value: Json | undefined = object;
  let type: Schema = schema;
  for (const step of path) {
    const item: Json | undefined = isList(value) && typeof step === 'number' ? value[step] : undefined;
    const list = asList(type);
    const map = asMap(type);
    const element: PathElement = typeof step === 'number' ? {index: step} : {field: step};
    found.push((item !== undefined && list !== undefined ? itemElement(item, list) : undefined) ?? element);
    value = item ?? (isObject(value) ? value[step] : undefined);
    type = (typeof step === 'number' ? list?.items() : map && fieldOf(map, step)) ?? DEDUCED;
  }
  return found;
}

function walk(written: JsonObject, path: FieldPath, schema: Schema): JsonPath | undefined {
  const found: (string | number)[] = [];
  let value: Json | undefined = written;
  let type: Schema = schema;
  for (const element of path) {
    const step = stepOf(value, element, type);
    if (step === undefined) return undefined;
    found.push(step);
    value = typeof step === 'number' ? (value as readonly Json[])[step] : (value as JsonObject)[step];
    const map = asMap(type);
    type = (typeof step === 'number' ? asList(type)?.items() : map && fieldOf(map, step)) ?? DEDUCED;
  }
  return value === undefined || value === null ? undefined : found;
}

function stepOf(value: Json | undefined, element: PathElement, type: Schema): string | number | undefined {
  if (!('field' in element)) return indexOf(value, element, type);
  return isObject(value) && Object.hasOwn(value, element.field) ? element.field : undefined;
}

/** Reports whether the namespace was added after the file was read: its position is then that of its parent. */
function isDefaultedNamespace(origin: Origin, path: JsonPath): boolean {
  if (path.join('.') !== 'metadata.namespace') return false;
  const [own, around] = [origin.position(path), origin.position(['metadata'], 'key')];
  return own.file === around.file && own.line === around.line && own.column === around.column;
}
