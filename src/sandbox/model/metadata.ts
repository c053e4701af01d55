import type {JsonObject} from '../../core/json.ts';
import {part, text, texts} from './part.ts';

/** The metadata of an object, {} where it has none. */
export const metadataOf = (object: JsonObject): JsonObject => part(object['metadata']);

export const nameOf = (object: JsonObject): string => text(metadataOf(object)['name']);
export const namespaceOf = (object: JsonObject): string => text(metadataOf(object)['namespace']);
export const uidOf = (object: JsonObject): string => text(metadataOf(object)['uid']);
export const labelsOf = (object: JsonObject): JsonObject => part(metadataOf(object)['labels']);
export const annotationsOf = (object: JsonObject): JsonObject => part(metadataOf(object)['annotations']);
export const finalizersOf = (object: JsonObject): readonly string[] => texts(metadataOf(object)['finalizers']);
export const isBeingDeleted = (object: JsonObject): boolean => metadataOf(object)['deletionTimestamp'] !== undefined;

export const withMetadata = (object: JsonObject, change: JsonObject): JsonObject => ({
  ...object,
  metadata: {...metadataOf(object), ...change},
});

/** Without these fields of its metadata. */
export function dropMetadata(object: JsonObject, names: readonly string[]): JsonObject {
  const kept = Object.entries(metadataOf(object)).filter(([name]) => !names.includes(name));
  return {...object, metadata: Object.fromEntries(kept)};
}
