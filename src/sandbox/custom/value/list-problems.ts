import {isList, isObject, type Json, type JsonObject} from '../../../core/json.ts';
import {canonicalJson} from '../../../lib/canonical-json.ts';
import {own, part, texts} from '../../model/part.ts';
import {at, child, duplicate, invalid} from '../../model/problem.ts';
import type {Problem} from '../../model/status.ts';

/** Reports duplicate items of a set, and duplicate keys of a map list. */
export function listProblems(value: Json, schema: JsonObject, field = ''): readonly Problem[] {
  if (isList(value)) return inList(value, schema, field);
  if (!isObject(value)) return [];
  const {additionalProperties} = schema;
  const properties = part(schema['properties']);
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(isObject(additionalProperties) ? listProblems(inner, additionalProperties, at(field, name)) : []),
    ...(isObject(own(properties, name)) ? listProblems(inner, part(own(properties, name)), child(field, name)) : []),
  ]);
}

function inList(value: readonly Json[], schema: JsonObject, field: string): readonly Problem[] {
  const items = part(schema['items']);
  return [...ofType(value, schema, field), ...value.flatMap((item, i) => listProblems(item, items, at(field, i)))];
}

function ofType(value: readonly Json[], schema: JsonObject, field: string): readonly Problem[] {
  const listType = schema['x-kubernetes-list-type'];
  if (listType === 'set') return repeated(value).map((i) => duplicate(at(field, i), value[i] ?? null));
  return listType === 'map' ? keyProblems(value, texts(schema['x-kubernetes-list-map-keys']), field) : [];
}

function keyProblems(value: readonly Json[], names: readonly string[], field: string): readonly Problem[] {
  const strange = value.findIndex((item) => item !== null && !isObject(item));
  if (strange !== -1)
    return [invalid(at(field, strange), value[strange] ?? null, 'must be an object for an array of list-type map')];
  const keys = value.map((item) => keyFields(part(item), names));
  return repeated(keys).map((i) => duplicate(at(field, i), keys[i] ?? null));
}

const keyFields = (item: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(
    names.toSorted().flatMap((name) => (own(item, name) === undefined ? [] : [[name, item[name] ?? null]])),
  );

/** Returns the index of each second occurrence; further ones are not reported. */
function repeated(values: readonly Json[]): readonly number[] {
  const times = new Map<string, number>();
  return values.flatMap((value, i) => {
    const key = canonicalJson(value);
    const seen = times.get(key) ?? 0;
    times.set(key, seen + 1);
    return seen === 1 ? [i] : [];
  });
}
