import {isList, isObject, type Json, type JsonPath} from '../../src/core/json.ts';

/** Returns the paths of all values that are no lists and no maps. */
export function leavesIn(value: Json, path: JsonPath = []): readonly JsonPath[] {
  const steps = isList(value) ? [...value.keys()] : isObject(value) ? Object.keys(value) : [];
  if (steps.length === 0) return typeof value === 'object' ? [] : [path];
  return steps.flatMap((step) =>
    leavesIn((value as Readonly<Record<string | number, Json>>)[step] ?? null, [...path, step]),
  );
}
