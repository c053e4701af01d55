import type {FieldPath} from '../../core/fields/field-path.ts';
import {isObject, type Json, type JsonObject} from '../../core/json.ts';
import {ownersOf} from '../fields/owners.ts';
import type {Schema} from '../fields/schema.ts';
import {valueAt} from '../fields/value-at.ts';
import {annotationOf} from '../plan/ownership.ts';
import {LAST_APPLIED_ANNOTATION, metadataOf} from '../plan/take-over-managers.ts';

/** Whether somebody wrote a field down, as far as live tells. */
export type IsWritten = (path: FieldPath) => boolean;

/**
 * What the manifests of a live object surely named: kubectl's copy of them has it, or a server-side apply holds it. An Update
 * manager's entry tells nothing: it holds the server's own values, too.
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
