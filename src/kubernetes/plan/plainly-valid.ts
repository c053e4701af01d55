import {isObject, type Json, type JsonObject} from '../../core/json.ts';

/**
 * Reports whether an object whose types were checked is so simple that no server refuses it: the server validates
 * little more than the names and keys of a ConfigMap, an Opaque Secret or a ServiceAccount. If false, the server must
 * be asked.
 */
export function isPlainlyValid(object: JsonObject): boolean {
  const {apiVersion, kind, metadata, ...rest} = object;
  const fields = typeof kind === 'string' && apiVersion === 'v1' ? FIELDS[kind] : undefined;
  if (fields === undefined || !isObject(metadata) || !hasOnly(rest, fields) || !isPlainMetadata(metadata)) return false;
  if (rest['type'] !== undefined && rest['type'] !== 'Opaque') return false;
  const keys = ['data', 'binaryData'].flatMap((field) => Object.keys(isObject(rest[field]) ? rest[field] : {}));
  return keys.every((key) => KEY.test(key) && !key.startsWith('..') && key !== '.') && sizeOf(object) < MOST_BYTES;
}

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  // The keys of both maps must differ, so objects with both are sent to the server.
  ConfigMap: ['data', 'immutable'],
  Secret: ['data', 'immutable', 'type'],
  ServiceAccount: ['automountServiceAccountToken'],
};

/** Far below the limits of data (1 MiB) and of annotations (256 KiB). */
const MOST_BYTES = 200_000;
const KEY = /^[-._a-zA-Z0-9]{1,253}$/;
const NAME = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const QUALIFIED = /^(?:[a-z0-9](?:[a-z0-9.-]{0,60}[a-z0-9])?\/)?[A-Za-z0-9](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9])?$/;
const LABEL_VALUE = /^(?:[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?)?$/;

const ANYTHING = /^/;

function isPlainMetadata(metadata: JsonObject): boolean {
  const {name, labels, annotations} = metadata;
  if (!hasOnly(metadata, ['name', 'namespace', 'labels', 'annotations'])) return false;
  if (typeof name !== 'string' || !NAME.test(name)) return false;
  return isPlainMap(labels, LABEL_VALUE) && isPlainMap(annotations, ANYTHING);
}

const isPlainMap = (map: Json | undefined, values: RegExp): boolean =>
  Object.entries(isObject(map) ? map : {}).every(
    ([key, value]) => QUALIFIED.test(key) && !key.includes('..') && typeof value === 'string' && values.test(value),
  );

const hasOnly = (object: JsonObject, names: readonly string[]): boolean =>
  Object.keys(object).every((name) => names.includes(name));

const sizeOf = (object: JsonObject): number => JSON.stringify(object).length;
