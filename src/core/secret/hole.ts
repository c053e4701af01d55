import {createHmac} from 'node:crypto';
import {canonicalJson} from '../../lib/canonical-json.ts';
import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../json.ts';

/**
 * A redacted value: the digest in a stored spec or state in place of a secret. It shows whether the value changed. Every reader that
 * would apply it must refuse it (`containsHole`).
 */
export type Hole = {readonly $gantry: {readonly secret: {readonly hmac: string}}};

/** Redacts a value. The digest depends on its place, so that equal values of two resources have different digests. */
export function sealLeaf(key: string, resourceId: string, path: JsonPath, leaf: Json): Hole {
  const hmac = createHmac('sha256', key)
    .update(canonicalJson([resourceId, path, leaf]))
    .digest('hex');
  return {$gantry: {secret: {hmac}}};
}

/** Reports whether a value is a redacted value, `{$gantry: {secret: …}}`. */
export function isHole(value: Json | undefined): value is Hole {
  if (!isObject(value) || Object.keys(value).length !== 1) return false;
  const mark = value['$gantry'];
  const secret = isObject(mark) ? mark['secret'] : undefined;
  return isObject(secret) && typeof secret['hmac'] === 'string';
}

/** Reports whether a value contains a redacted value at any depth. */
export function containsHole(value: Json): boolean {
  if (isHole(value)) return true;
  if (isList(value)) return value.some(containsHole);
  return isObject(value) && Object.values(value).some(containsHole);
}

/** Replaces each redacted value by `***`, for messages and JSON outputs. */
export function showHoles(value: JsonObject): JsonObject;
export function showHoles(value: Json): Json;
export function showHoles(value: Json): Json {
  if (isHole(value)) return '***';
  if (isList(value)) return value.map((item) => showHoles(item));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, showHoles(field)]));
}
