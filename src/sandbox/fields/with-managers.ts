import type {JsonObject} from '../../core/json.ts';
import {type Manager, toManagedFields} from '../../kubernetes/fields/managers.ts';
import {dropMetadata, withMetadata} from '../model/metadata.ts';

/** Returns the object with these entries, in the order in which the server stores them. */
export function withManagers(object: JsonObject, managers: readonly Manager[]): JsonObject {
  const bare = dropMetadata(object, ['managedFields']);
  const entries = toManagedFields(managers.toSorted(byOperationAndTime));
  return entries.length === 0 ? bare : withMetadata(bare, {managedFields: entries});
}

/** Sorts applies first, then by time, then by name (`sortEncodedManagedFields`). */
const byOperationAndTime = (a: Manager, b: Manager): number =>
  order(a.operation, b.operation) ||
  order(a.time ?? '', b.time ?? '') ||
  order(a.manager, b.manager) ||
  order(a.apiVersion, b.apiVersion) ||
  order(a.subresource, b.subresource);

const order = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
