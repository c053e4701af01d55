import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../json.ts';
import {keyedDigest} from './keyed-digest.ts';

/**
 * A redacted value: the digest in a stored spec or state in place of a secret. It shows whether the value changed. Every reader that
 * would apply it must refuse it (`containsRedacted`).
 */
export type RedactedValue = {readonly $gantry: {readonly secret: {readonly hmac: string}}};

/** Redacts a value. The digest depends on its place, so that equal values of two resources have different digests. */
export function redactLeaf(key: string, resourceId: string, path: JsonPath, leaf: Json): RedactedValue {
  return {$gantry: {secret: {hmac: keyedDigest(key, [resourceId, path, leaf])}}};
}

/** Reports whether a value is a redacted value, `{$gantry: {secret: …}}`. */
export function isRedacted(value: Json | undefined): value is RedactedValue {
  // The mark is looked for first: a list of keys for each object of a large stack would cost memory.
  if (!isObject(value) || !Object.hasOwn(value, '$gantry') || Object.keys(value).length !== 1) return false;
  const mark = value['$gantry'];
  const secret = isObject(mark) ? mark['secret'] : undefined;
  return isObject(secret) && typeof secret['hmac'] === 'string';
}

/** Reports whether a value contains a redacted value at any depth. */
export function containsRedacted(value: Json): boolean {
  if (isRedacted(value)) return true;
  if (isList(value)) return value.some(containsRedacted);
  return isObject(value) && Object.values(value).some(containsRedacted);
}

/** Replaces each redacted value by `***`, for messages and JSON outputs. */
export function showRedacted(value: JsonObject): JsonObject;
export function showRedacted(value: Json): Json;
export function showRedacted(value: Json): Json {
  if (isRedacted(value)) return '***';
  if (isList(value)) return value.map((item) => showRedacted(item));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, showRedacted(field)]));
}
