import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';

/** The metadata of an object, {} where it has none. */
export const metadataOf = (object: JsonObject): JsonObject => part(object['metadata']);

export const withMetadata = (object: JsonObject, change: JsonObject): JsonObject => ({
  ...object,
  metadata: {...metadataOf(object), ...change},
});

/** Without these fields of its metadata. */
export function dropMetadata(object: JsonObject, names: readonly string[]): JsonObject {
  const kept = Object.entries(metadataOf(object)).filter(([name]) => !names.includes(name));
  return {...object, metadata: Object.fromEntries(kept)};
}

export const nameOf = (object: JsonObject): string => text(metadataOf(object)['name']);
export const namespaceOf = (object: JsonObject): string => text(metadataOf(object)['namespace']);
export const uidOf = (object: JsonObject): string => text(metadataOf(object)['uid']);
export const finalizersOf = (object: JsonObject): readonly string[] =>
  list(metadataOf(object)['finalizers']).filter((item) => typeof item === 'string');
export const labelsOf = (object: JsonObject): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(part(metadataOf(object)['labels'])).map(([key, value]) => [key, text(value)]));
export const isBeingDeleted = (object: JsonObject): boolean => metadataOf(object)['deletionTimestamp'] !== undefined;

export const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
export const part = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});
export const list = (value: Json | undefined): readonly Json[] => (isList(value) ? value : []);
