import type {FieldPath} from '../../core/fields/field-path.ts';
import {isObject, type Json, type JsonObject} from '../../core/json.ts';
import {ownersOf} from '../fields/owners.ts';
import type {Schema} from '../fields/schema.ts';
import {valueAt} from '../fields/value-at.ts';
import {annotationOf} from '../plan/ownership.ts';
import {LAST_APPLIED_ANNOTATION, metadataOf} from '../plan/take-over-managers.ts';

/** Reports whether a person wrote a field, as far as the live object shows. */
export type IsWritten = (path: FieldPath) => boolean;

/**
 * Returns a check for the fields that the manifests of a live object certainly named: kubectl's last-applied annotation
 * contains them, or a server-side apply owns them. The entry of an Update manager proves nothing, because it also
 * contains the server's own values.
 */
export function writtenFields(live: JsonObject, schema: Schema): IsWritten {
  const applied = lastApplied(live);
  const {managedFields} = metadataOf(live);
  return (path) =>
    (applied !== undefined && valueAt(applied, path, schema) !== undefined) ||
    ownersOf(managedFields, path).some(
      ({operation, subresource}) => operation === 'Apply' && subresource === undefined,
    );
}

function lastApplied(live: JsonObject): JsonObject | undefined {
  const text = annotationOf(live, LAST_APPLIED_ANNOTATION);
  if (text === undefined) return undefined;
  try {
    const value = JSON.parse(text) as Json;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
