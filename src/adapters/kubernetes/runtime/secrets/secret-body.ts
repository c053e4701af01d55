import {isObject, type Json, type JsonObject} from '../../../../core/json.ts';
import {compareNaturally} from '../../../../lib/compare-naturally.ts';
import {defined} from '../../../../lib/defined.ts';
import type {NewSecret, SecretFacts, SecretKeys, SecretObject} from '../../../../ports/secret-objects.ts';

/** Returns the body of a Secret as it is sent. */
export function secretBody({name, type, labels, annotations, data, immutable}: NewSecret, metadata: JsonObject) {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {name, labels, annotations, ...metadata},
    type,
    data: Object.fromEntries(Object.entries(data).map(([key, bytes]) => [key, base64(bytes)])),
    ...defined({immutable}),
  };
}

const base64 = ({buffer, byteOffset, byteLength}: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64');

/** Returns the metadata of a Secret without its values. */
export function factsOf({metadata}: JsonObject): SecretFacts {
  const meta = isObject(metadata) ? metadata : {};
  return {
    name: text(meta['name']),
    uid: text(meta['uid']),
    resourceVersion: text(meta['resourceVersion']),
    createdAt: text(meta['creationTimestamp']),
    labels: texts(meta['labels']),
    annotations: texts(meta['annotations']),
  };
}

/** Removes the values of a Secret, but keeps its keys. */
export function withoutValues({metadata, data}: JsonObject): JsonObject {
  const keys = isObject(data) ? Object.keys(data) : [];
  return {metadata: metadata ?? {}, data: Object.fromEntries(keys.map((key) => [key, '']))};
}

/** Returns the same, with the keys that have values. */
export function keysOf(object: JsonObject): SecretKeys {
  const {data} = object;
  return {...factsOf(object), keys: isObject(data) ? Object.keys(data).toSorted(compareNaturally) : []};
}

/** Returns a Secret as it was read. */
export function secretOf(object: JsonObject): SecretObject {
  const data = Object.entries(texts(object['data']));
  return {
    ...factsOf(object),
    type: text(object['type']),
    data: Object.fromEntries(data.map(([key, value]) => [key, new Uint8Array(Buffer.from(value, 'base64'))])),
  };
}

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

const texts = (value: Json | undefined): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(isObject(value) ? value : {}).flatMap(([key, one]) => (typeof one === 'string' ? [[key, one]] : [])),
  );
