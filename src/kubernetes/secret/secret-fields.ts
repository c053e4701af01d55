import type {FieldPath, PathElement} from '../../core/fields/field-path.ts';
import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../../core/json.ts';
import {isSecretObject} from '../../core/reference/secret-data-references.ts';
import {isRedacted} from '../../core/secret/redacted-value.ts';
import {itemElement} from '../fields/list-item.ts';
import {asList, asMap, DEDUCED, fieldOf, type Schema} from '../fields/schema.ts';

/**
 * Returns the field that contains the value at a place: the smallest one that is compared separately. Items of a list
 * without keys (arguments of a program) may move in it, so there it is the whole list.
 */
export function secretField(object: JsonObject, place: JsonPath, schema: Schema): FieldPath {
  const path: PathElement[] = [];
  let value: Json | undefined = object;
  let type: Schema = schema;
  for (const [i, step] of place.entries()) {
    const element: PathElement | undefined = elementOf(value, step, type);
    if (element === undefined) break;
    path.push(i === 0 && step === 'stringData' && isSecretObject(object) ? {field: 'data'} : element);
    const map = asMap(type);
    type = (typeof step === 'number' ? asList(type)?.items() : map && fieldOf(map, step)) ?? DEDUCED;
    value = isList(value) && typeof step === 'number' ? value[step] : isObject(value) ? value[step] : undefined;
  }
  return path;
}

function elementOf(value: Json | undefined, step: string | number, type: Schema): PathElement | undefined {
  if (typeof step === 'string') return asMap(type)?.mapType === 'granular' ? {field: step} : undefined;
  const list = asList(type);
  if (list?.listType !== 'map' || !isList(value)) return undefined;
  return itemElement(value[step] ?? null, list) ?? {index: step};
}

/** Reports whether a place is the name of a list item, or an item of a list of type set: plans show these in paths. */
export function namesItem(object: JsonObject, place: JsonPath, schema: Schema): boolean {
  const path = secretField(object, place, schema);
  if (path.length < place.length) return isSet(path, schema);
  const [last, item] = [place.at(-1), path.at(-2)];
  return item !== undefined && 'key' in item && typeof last === 'string' && Object.hasOwn(item.key, last);
}

const isSet = (path: FieldPath, schema: Schema): boolean => {
  const type = path.reduce<Schema>(stepType, schema);
  return asList(type)?.listType === 'set';
};

/** Returns the type of a part of a value. */
export function stepType(type: Schema, element: PathElement): Schema {
  const map = asMap(type);
  return ('field' in element ? map && fieldOf(map, element.field) : asList(type)?.items()) ?? DEDUCED;
}

/** Returns the fields of a recorded object that contain redacted values. */
export function redactedFields(applied: JsonObject, schema: Schema): readonly FieldPath[] {
  const found: FieldPath[] = [];
  const place: (string | number)[] = [];
  const visit = (value: Json, step: string | number): void => {
    place.push(step);
    visitParts(value);
    place.pop();
  };
  const visitParts = (value: Json): void => {
    if (isRedacted(value)) found.push(secretField(applied, [...place], schema));
    else if (isList(value)) for (let i = 0; i < value.length; i++) visit(value[i] ?? null, i);
    else if (isObject(value)) for (const name of Object.keys(value)) visit(value[name] ?? null, name);
  };
  visitParts(applied);
  return found;
}
