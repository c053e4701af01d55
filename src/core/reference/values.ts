import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../json.ts';
import {containsRedacted, isRedacted} from '../secret/redacted-value.ts';
import {follow} from './path.ts';
import type {Lookup} from './resolve-references.ts';

/** The known values of a resource before it is applied. */
export type ResourceValues = {
  readonly object: JsonObject;
  /** Paths whose values, with everything below them, are known only after apply. */
  readonly unknown: readonly JsonPath[];
  /** True if the apply may add fields to `object`. A missing path is then unknown. */
  readonly isPartial?: boolean;
  /** Paths whose values, with everything below them, are never shown. */
  readonly sensitive: readonly JsonPath[];
};

/** Returns the known values of a resource; undefined for a resource that is not in the plan. */
export type ValuesOf = (id: string) => ResourceValues | undefined;

/** The values of resources for references. */
export type KnownValues = {
  readonly lookup: Lookup;
  /** Reports whether the value at a path is never shown. */
  readonly isSensitive: (id: string, path: JsonPath) => boolean;
};

/** Returns the values for references from a function that looks up resources. */
export const knownValues = (valuesOf: ValuesOf): KnownValues => ({
  lookup: (id, path) => {
    const values = valuesOf(id);
    if (values === undefined) return undefined;
    return path !== undefined && isUnknown(values, path) ? 'unknown' : values.object;
  },
  isSensitive: (id, path) => valuesOf(id)?.sensitive.some((one) => overlaps(one, path)) === true,
});

/** Returns the values that a release recorded. Values that it did not record, or stores only as a digest, are unknown. */
export function releasedValues(recorded: Json | undefined): ResourceValues {
  const object = isObject(recorded) ? recorded : {};
  return {object, unknown: redactedPaths(object), isPartial: true, sensitive: []};
}

const isUnknown = ({object, unknown, isPartial}: ResourceValues, path: JsonPath): boolean =>
  unknown.some((one) => overlaps(one, path)) || (isPartial === true && !('value' in follow(object, path)));

/** Reports whether one path contains the other. A value is unknown or sensitive if a part of it is. */
const overlaps = (a: JsonPath, b: JsonPath): boolean => {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.every((step, i) => step === long[i]);
};

function redactedPaths(value: Json, path: JsonPath = []): readonly JsonPath[] {
  if (isRedacted(value)) return [path];
  if (!containsRedacted(value)) return [];
  const parts = isList(value) ? value.entries() : isObject(value) ? Object.entries(value) : [];
  return [...parts].flatMap(([step, part]) => redactedPaths(part, [...path, step]));
}
