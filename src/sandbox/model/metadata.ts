import type {Json, JsonObject} from '../../core/json.ts';
import {defined} from '../../lib/defined.ts';
import {part, text, texts} from './part.ts';

/** The metadata of an object, {} where it has none. */
export const metadataOf = (object: JsonObject): JsonObject => part(object['metadata']);

/** An object without a name (a generateName before creation) answers an empty text. */
export const nameOf = (object: JsonObject): string => text(metadataOf(object)['name']);
/** Empty for cluster-scoped objects. */
export const namespaceOf = (object: JsonObject): string => text(metadataOf(object)['namespace']);
/** Empty before the object is created. */
export const uidOf = (object: JsonObject): string => text(metadataOf(object)['uid']);
/** Empty if there are none. */
export const labelsOf = (object: JsonObject): JsonObject => part(metadataOf(object)['labels']);
/** Empty if there are none. */
export const annotationsOf = (object: JsonObject): JsonObject => part(metadataOf(object)['annotations']);
/** Empty if there are none; what is not a text is left out. */
export const finalizersOf = (object: JsonObject): readonly string[] => texts(metadataOf(object)['finalizers']);
/** Whether its deletion has begun and finalizers or a grace period keep it. */
export const isBeingDeleted = (object: JsonObject): boolean => metadataOf(object)['deletionTimestamp'] !== undefined;

/** The object with other metadata; what is undefined is taken away. */
export const withMetadata = (object: JsonObject, changes: Readonly<Record<string, Json | undefined>>): JsonObject => ({
  ...object,
  metadata: defined({...metadataOf(object), ...changes}),
});

/** Without these fields of its metadata. */
export function dropMetadata(object: JsonObject, names: readonly string[]): JsonObject {
  const kept = Object.entries(metadataOf(object)).filter(([name]) => !names.includes(name));
  return {...object, metadata: Object.fromEntries(kept)};
}
