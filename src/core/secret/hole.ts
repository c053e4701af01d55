import {createHmac} from 'node:crypto';
import {canonicalJson} from '../../lib/canonical-json.ts';
import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../json.ts';

/**
 * What stands in a stored spec or state where a secret was: a digest that tells whether the value changed, and nothing
 * to apply. Every reader that would apply it must refuse it (`containsHole`).
 */
export type Hole = {readonly $gantry: {readonly secret: {readonly hmac: string}}};

/** The digest is bound to its place, so that equal values of two resources cannot be seen to be equal. */
export function sealLeaf(key: string, resourceId: string, path: JsonPath, leaf: Json): Hole {
  const hmac = createHmac('sha256', key)
    .update(canonicalJson([resourceId, path, leaf]))
    .digest('hex');
  return {$gantry: {secret: {hmac}}};
}

/** Tells the place of a redacted value, `{$gantry: {secret: …}}`, from other JSON. */
export function isHole(value: Json | undefined): value is Hole {
  if (!isObject(value) || Object.keys(value).length !== 1) return false;
  const mark = value['$gantry'];
  const secret = isObject(mark) ? mark['secret'] : undefined;
  return isObject(secret) && typeof secret['hmac'] === 'string';
}

/** Reports whether a value holds a redacted value at any depth. */
export function containsHole(value: Json): boolean {
  if (isHole(value)) return true;
  if (isList(value)) return value.some(containsHole);
  return isObject(value) && Object.values(value).some(containsHole);
}

/** The value with `***` for each hole: what people and `-o json` see. */
export function showHoles(value: JsonObject): JsonObject;
export function showHoles(value: Json): Json;
export function showHoles(value: Json): Json {
  if (isHole(value)) return '***';
  if (isList(value)) return value.map((item) => showHoles(item));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, showHoles(field)]));
}
