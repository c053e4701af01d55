import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {own, part} from '../model/part.ts';
import {at, child} from '../model/problem.ts';
import {isEmbedded, keepsUnknown, META_FIELDS} from './schema-part.ts';

/** An object without the fields that its schema does not declare, and the paths of the dropped fields. */
export type Pruned = {readonly object: JsonObject; readonly unknown: readonly string[]};

/** Drops the fields that a structural schema does not declare, as the server does before all other checks. */
export function pruneObject(object: JsonObject, schema: JsonObject): Pruned {
  const unknown: string[] = [];
  const root: JsonObject = {...schema, 'x-kubernetes-embedded-resource': true};
  const pruned = prune(object, root, '', unknown);
  return {object: part(pruned), unknown: unknown.toSorted((left, right) => (left < right ? -1 : Number(left > right)))};
}

type Maybe = JsonObject | undefined;

const declared = (schema: JsonObject, name: string): Maybe => {
  const property = own(part(schema['properties']), name);
  return isObject(property) ? property : undefined;
};

/** Prunes a value. The schema is undefined for the items of a list that declares none. */
function prune(value: Json, schema: Maybe, path: string, unknown: string[]): Json {
  if (schema !== undefined && keepsUnknown(schema)) return pruneInside(value, schema, path, unknown);
  if (isList(value)) {
    const items = schema && itemsOf(schema);
    return value.map((item, i) => prune(item, items, at(path, i), unknown));
  }
  if (!isObject(value)) return value;
  const kept = Object.entries(value).flatMap(([name, inner]): [string, Json][] => {
    if (schema !== undefined && isEmbedded(schema) && META_FIELDS.has(name)) return [[name, inner]];
    const property = schema && declared(schema, name);
    if (property !== undefined) return [[name, prune(inner, property, child(path, name), unknown)]];
    if (schema !== undefined && hasAdditional(schema))
      return [[name, prune(inner, additionalOf(schema), child(path, name), unknown)]];
    unknown.push(child(path, name));
    return [];
  });
  return Object.fromEntries(kept);
}

/** Prunes only the declared fields of a value that keeps unknown ones. */
function pruneInside(value: Json, schema: Maybe, path: string, unknown: string[]): Json {
  if (schema === undefined) return value;
  if (isList(value)) return value.map((item, i) => pruneInside(item, itemsOf(schema), at(path, i), unknown));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, inner]): [string, Json] => {
    if (isEmbedded(schema) && META_FIELDS.has(name)) return [name, inner];
    const property = declared(schema, name);
    if (property !== undefined) return [name, prune(inner, property, child(path, name), unknown)];
    if (!hasAdditional(schema)) return [name, inner];
    return [name, prune(inner, additionalOf(schema), child(path, name), unknown)];
  });
  return Object.fromEntries(entries);
}

const itemsOf = (schema: JsonObject): Maybe => (isObject(schema['items']) ? schema['items'] : undefined);
const hasAdditional = (schema: JsonObject): boolean => {
  const {additionalProperties} = schema;
  return isObject(additionalProperties) || additionalProperties === true;
};
const additionalOf = (schema: JsonObject): Maybe =>
  isObject(schema['additionalProperties']) ? schema['additionalProperties'] : undefined;
