import type {FieldPath} from '../../core/fields/field-path.ts';
import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {containsRedacted} from '../../core/secret/redacted-value.ts';
import {compareObjects, type FieldDifference} from '../fields/compare.ts';
import {project} from '../fields/project.ts';
import type {Schema} from '../fields/schema.ts';
import {foreignOwner} from './explain-differences.ts';
import {ownEntry} from './manager-entry.ts';

/** A live object, and what the newest release recorded of it. */
export type RecordedObject = {
  readonly live: JsonObject;
  /** The apiVersion of the record. */
  readonly apiVersion: string;
  /** The fields that Gantry owned after the last write, sealed. */
  readonly applied: JsonObject;
  readonly schema: Schema;
  /** Seals an object like the record. */
  readonly seal: (object: JsonObject) => JsonObject;
};

/**
 * Returns the fields that Gantry has written after the release was recorded. A field that anybody else changes is not Gantry's any more: the
 * server takes it out of Gantry's entry in `managedFields`. So a field in that entry, and in no other one, with a value that is not the
 * recorded one, was written by a run of Gantry that the release does not know.
 */
export function writtenSince({live, apiVersion, applied, schema, seal}: RecordedObject): readonly FieldPath[] {
  const held = ownEntry(live, apiVersion);
  if (held === undefined) return [];
  const now = project(seal(live), held, schema);
  if (!isObject(now)) return [];
  return compareObjects(applied, now, schema)
    .filter((difference) => isProof(difference) && foreignOwner(live, difference.path) === undefined)
    .map(({path}) => path);
}

/**
 * Reports whether a difference has values on which servers and versions of Gantry agree. They do not agree on empty values, on the order of
 * lists, and on which values are secret.
 */
function isProof({before, after}: FieldDifference): boolean {
  if (isEmpty(after) || (before !== undefined && isEmpty(before))) return false;
  if (isList(before) && isList(after)) return false;
  return before === undefined || containsRedacted(before) === containsRedacted(after ?? null);
}

const isEmpty = (value: Json | undefined): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (isList(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0);
