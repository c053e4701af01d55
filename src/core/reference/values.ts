import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../json.ts';
import {containsHole, isHole} from '../secret/hole.ts';
import {follow} from './path.ts';
import type {Lookup} from './resolve-references.ts';

/** What is known of the values of one resource before it is applied. */
export type ResourceValues = {
  readonly object: JsonObject;
  /** Paths whose values, with everything below them, are known only after apply. */
  readonly unknown: readonly JsonPath[];
  /** The apply may add what `object` does not have: a path that is not found is unknown, and not missing. */
  readonly isPartial?: boolean;
  /** Paths whose values, with everything below them, are never shown. */
  readonly sensitive: readonly JsonPath[];
};

/** Returns what is known of a resource; undefined for one that nobody plans. */
export type ValuesOf = (id: string) => ResourceValues | undefined;

/** The values of resources as a reference takes them. */
export type KnownValues = {
  readonly lookup: Lookup;
  /** Whether a value at this path is never shown. */
  readonly isSensitive: (id: string, path: JsonPath) => boolean;
};

/** Answers references by a table of values. */
export const knownValues = (valuesOf: ValuesOf): KnownValues => ({
  lookup: (id, path) => {
    const values = valuesOf(id);
    if (values === undefined) return undefined;
    return path !== undefined && isUnknown(values, path) ? 'unknown' : values.object;
  },
  isSensitive: (id, path) => valuesOf(id)?.sensitive.some((one) => overlaps(one, path)) === true,
});

/** Returns the values that a release recorded; what it did not record, or keeps only as a digest, is unknown. */
export function releasedValues(recorded: Json | undefined): ResourceValues {
  const object = isObject(recorded) ? recorded : {};
  return {object, unknown: holePaths(object), isPartial: true, sensitive: []};
}

const isUnknown = ({object, unknown, isPartial}: ResourceValues, path: JsonPath): boolean =>
  unknown.some((one) => overlaps(one, path)) || (isPartial === true && !('value' in follow(object, path)));

/** A whole is unknown, or sensitive, when a part of it is. */
const overlaps = (a: JsonPath, b: JsonPath): boolean => {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.every((step, i) => step === long[i]);
};

function holePaths(value: Json, path: JsonPath = []): readonly JsonPath[] {
  if (isHole(value)) return [path];
  if (!containsHole(value)) return [];
  const parts = isList(value) ? value.entries() : isObject(value) ? Object.entries(value) : [];
  return [...parts].flatMap(([step, part]) => holePaths(part, [...path, step]));
}
