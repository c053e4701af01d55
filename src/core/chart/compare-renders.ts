import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../json.ts';

/** A difference between two renders of the same object. */
export type RenderDifference =
  /** A text that is another one in each render. */
  | {readonly kind: 'text'; readonly path: JsonPath; readonly texts: readonly [string, string]}
  /** A difference in the structure: a key or a list item in only one render, or a value that is not text. */
  | {readonly kind: 'shape'; readonly path: JsonPath; readonly because: string};

/** Compares two renders of an object leaf by leaf. */
export const compareRenders = (one: JsonObject, other: JsonObject): readonly RenderDifference[] =>
  compareValues(one, other, []);

function compareValues(one: Json, other: Json, path: JsonPath): readonly RenderDifference[] {
  if (one === other) return [];
  if (typeof one === 'string' && typeof other === 'string') return [{kind: 'text', path, texts: [one, other]}];
  if (isList(one) && isList(other)) return compareLists(one, other, path);
  if (isObject(one) && isObject(other)) return compareObjects(one, other, path);
  const because = isScalar(one) && isScalar(other) ? 'it is not text' : 'its type differs';
  return [{kind: 'shape', path, because}];
}

function compareLists(one: readonly Json[], other: readonly Json[], path: JsonPath): readonly RenderDifference[] {
  if (one.length === other.length)
    return one.flatMap((item, index) => compareValues(item, other[index] ?? null, [...path, index]));
  return [{kind: 'shape', path, because: `it has ${one.length} items in one render and ${other.length} in another`}];
}

function compareObjects(one: JsonObject, other: JsonObject, path: JsonPath): readonly RenderDifference[] {
  const alone = [...keysWithout(one, other), ...keysWithout(other, one)];
  if (alone.length > 0) return [{kind: 'shape', path, because: 'its keys differ'}];
  return Object.entries(one).flatMap(([key, value]) => compareValues(value, other[key] ?? null, [...path, key]));
}

const keysWithout = (one: JsonObject, other: JsonObject): readonly string[] =>
  Object.keys(one).filter((key) => !Object.hasOwn(other, key));

const isScalar = (value: Json): boolean => typeof value !== 'object' || value === null;
