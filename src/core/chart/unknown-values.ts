import {didYouMean} from '../../lib/did-you-mean.ts';
import {isObject, type Json, type JsonObject, type JsonPath} from '../json.ts';

/** A value of the user that a chart does not know, and the known name that is nearest. */
export type UnknownValue = {readonly path: JsonPath; readonly nearest?: JsonPath};

/**
 * Returns the values that neither the defaults nor the schema of a chart name. A mapping that is empty or null in the defaults may have any
 * key, and so may one whose schema permits more keys.
 */
export const unknownValues = (values: JsonObject, chart: KnownValues): readonly UnknownValue[] =>
  unknownBelow(values, chart, []);

/** The values that a chart knows: its defaults, and its schema. */
export type KnownValues = {readonly defaults: JsonObject; readonly schema?: JsonObject | undefined};

function unknownBelow(values: JsonObject, {defaults, schema}: KnownValues, path: JsonPath): readonly UnknownValue[] {
  const described = propertiesOf(schema);
  const known = [...new Set([...Object.keys(defaults), ...Object.keys(described)])];
  const mayBeAny = (path.length > 0 && known.length === 0) || allowsMore(schema, path);
  return Object.entries(values).flatMap(([key, value]): readonly UnknownValue[] => {
    const at = [...path, key];
    if (!known.includes(key)) return mayBeAny || (path.length === 0 && key === 'global') ? [] : [unknown(at, known)];
    const [under, below] = [defaults[key], described[key]];
    if (!isObject(value)) return [];
    return isObject(under) || isObject(below)
      ? unknownBelow(value, {defaults: isObject(under) ? under : {}, schema: isObject(below) ? below : undefined}, at)
      : [];
  });
}

const unknown = (path: JsonPath, known: readonly string[]): UnknownValue => {
  const word = String(path.at(-1));
  const nearest = didYouMean(word, known) ?? known.find((one) => sharesStem(word, one));
  return nearest === undefined ? {path} : {path, nearest: [...path.slice(0, -1), nearest]};
};

/** Reports whether two names have the same beginning, at least half of the longer one: `replicas` and `replicaCount`. */
function sharesStem(a: string, b: string): boolean {
  let shared = 0;
  while (shared < a.length && a[shared]?.toLowerCase() === b[shared]?.toLowerCase()) shared++;
  return shared >= Math.max(a.length, b.length) / 2;
}

const propertiesOf = (schema: JsonObject | undefined): JsonObject => {
  const properties = schema?.['properties'];
  return isObject(properties) ? properties : {};
};

/** Reports whether a schema below the root names keys by patterns, or describes a mapping of any keys. */
const allowsMore = (schema: JsonObject | undefined, path: JsonPath): boolean =>
  schema !== undefined &&
  path.length > 0 &&
  (isObject(schema['additionalProperties'] as Json) || schema['patternProperties'] !== undefined);
