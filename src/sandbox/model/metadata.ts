import type {Json, JsonObject} from '../../core/json.ts';
import {defined} from '../../lib/defined.ts';
import {part, text, texts} from './part.ts';

/** Returns the metadata of an object, {} if it has none. */
export const metadataOf = (object: JsonObject): JsonObject => part(object['metadata']);

/** Returns the name; empty if the object has only a generateName. */
export const nameOf = (object: JsonObject): string => text(metadataOf(object)['name']);
/** Returns the namespace; empty for cluster-scoped objects. */
export const namespaceOf = (object: JsonObject): string => text(metadataOf(object)['namespace']);
/** Returns the uid; empty before the object is created. */
export const uidOf = (object: JsonObject): string => text(metadataOf(object)['uid']);
/** Returns the labels; empty if there are none. */
export const labelsOf = (object: JsonObject): JsonObject => part(metadataOf(object)['labels']);
/** Returns the annotations; empty if there are none. */
export const annotationsOf = (object: JsonObject): JsonObject => part(metadataOf(object)['annotations']);
/** Returns the finalizers; empty if there are none. Values that are not strings are left out. */
export const finalizersOf = (object: JsonObject): readonly string[] => texts(metadataOf(object)['finalizers']);
/** Reports whether the object is being deleted, waiting for its finalizers or its grace period. */
export const isBeingDeleted = (object: JsonObject): boolean => metadataOf(object)['deletionTimestamp'] !== undefined;

/** Returns the object with changed metadata. An undefined value removes a field. */
export const withMetadata = (object: JsonObject, changes: Readonly<Record<string, Json | undefined>>): JsonObject => ({
  ...object,
  metadata: defined({...metadataOf(object), ...changes}),
});

/** Returns the object without these fields of its metadata. */
export function dropMetadata(object: JsonObject, names: readonly string[]): JsonObject {
  const kept = Object.entries(metadataOf(object)).filter(([name]) => !names.includes(name));
  return {...object, metadata: Object.fromEntries(kept)};
}
