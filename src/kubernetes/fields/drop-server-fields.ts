import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {defined} from '../../lib/defined.ts';
import {isBase64} from './scalar-problem.ts';
import {asList, asMap, fieldOf, type Schema} from './schema.ts';

/**
 * Drops fields that are null, because the server treats them as absent. Nulls are kept where the schema says nullable,
 * where it does not describe the content (null may have a meaning there), and in lists, whose other items would change
 * position.
 */
export function dropNulls(object: JsonObject, schema: Schema): JsonObject {
  return isObject(object) ? nullsOfFields(object, schema) : object;
}

function nullsOf(value: Json, schema: Schema): Json {
  if (isObject(value)) return nullsOfFields(value, schema);
  const items = isList(value) ? asList(schema)?.items() : undefined;
  if (!isList(value) || items === undefined) return value;
  const cleaned = value.map((item) => nullsOf(item, items));
  return cleaned.some((item, i) => item !== value[i]) ? cleaned : value;
}

/** Drops nulls from the fields of an object. Returns the same object if there are none: most objects are never copied. */
function nullsOfFields(object: JsonObject, schema: Schema): JsonObject {
  const map = asMap(schema);
  if (map === undefined) return object;
  return mapFields(object, (value, name) => {
    const type = fieldOf(map, name);
    if (value !== null) return type === undefined ? value : nullsOf(value, type);
    // An embedded object always has metadata.
    if (map.embedded && name === 'metadata') return {};
    return type === undefined || type.nullable || type.type === 'any' ? value : undefined;
  });
}

/**
 * Returns the data of a Secret as the server stores it: stringData is merged into data, with canonical base64. Under
 * server-side apply a key removed from stringData would otherwise stay for ever, and edits of others in data would be
 * overwritten without a conflict. Values that are not strings are left for validation to report.
 */
export function foldStringData(object: JsonObject): JsonObject {
  if (object['kind'] !== 'Secret' || object['apiVersion'] !== 'v1') return object;
  const {stringData, data, ...rest} = object;
  const plain = Object.entries(isObject(stringData) ? stringData : {});
  const encoded = plain.flatMap(([key, value]) => (typeof value === 'string' ? [[key, base64(value)] as const] : []));
  const left = plain.filter(([, value]) => typeof value !== 'string' && value !== null);
  const unfolded = left.length > 0 ? Object.fromEntries(left) : undefined;
  const folded = {...(isObject(data) && mapFields(data, canonicalBase64)), ...Object.fromEntries(encoded)};
  const keepsData = Object.keys(folded).length > 0 || isObject(data);
  return {
    ...rest,
    ...(keepsData ? {data: folded} : data !== undefined && {data}),
    ...defined({stringData: isObject(stringData) ? unfolded : (stringData ?? undefined)}),
  };
}

const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');

const canonicalBase64 = (value: Json): Json =>
  typeof value === 'string' && isBase64(value) ? Buffer.from(value, 'base64').toString('base64') : value;

/** Drops the fields that only the server writes, so that an exported object can be applied. */
export function dropServerFields(object: JsonObject): JsonObject {
  const {status: _, ...rest} = object;
  const kept = 'status' in object ? rest : object;
  return mapFields(kept, (value, name) =>
    name === 'metadata' && isObject(value) ? without(value, SERVER_METADATA) : templates(value),
  );
}

const SERVER_METADATA = new Set([
  'managedFields',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'uid',
  'resourceVersion',
  'generation',
  'selfLink',
]);

const CREATION = new Set(['creationTimestamp']);

/** Drops the `creationTimestamp: null` that exports write into the `metadata` of every template. */
function templates(value: Json): Json {
  if (isList(value)) {
    const cleaned = value.map(templates);
    return cleaned.some((item, i) => item !== value[i]) ? cleaned : value;
  }
  if (!isObject(value)) return value;
  return mapFields(value, (field, name) => {
    const isTemplate = name === 'metadata' && isObject(field) && 'spec' in value;
    return isTemplate ? without(field, CREATION) : templates(field);
  });
}

const without = (object: JsonObject, names: ReadonlySet<string>): JsonObject =>
  mapFields(object, (value, name) => (names.has(name) ? undefined : value));

/** Maps the fields of an object. Returns a new object only if a field changed; undefined drops the field. */
function mapFields(object: JsonObject, change: (value: Json, name: string) => Json | undefined): JsonObject {
  let changes: Map<string, Json | undefined> | undefined;
  for (const name of Object.keys(object)) {
    const value = object[name] ?? null;
    const next = change(value, name);
    if (next !== value) (changes ??= new Map()).set(name, next);
  }
  if (changes === undefined) return object;
  const entries = Object.entries(object).map(([name, value]) => [name, changes.has(name) ? changes.get(name) : value]);
  return defined(Object.fromEntries(entries));
}
