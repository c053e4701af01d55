import type {Json, JsonObject} from '../../../core/json.ts';
import {defined} from '../../../lib/defined.ts';
import {partAt} from '../../model/part.ts';

/** Returns the object with this status in place of the old one. */
export const withStatus = (object: JsonObject, status: JsonObject): JsonObject => ({...object, status});

/** Returns the object with these fields of the spec replaced; undefined removes a field. */
export const withSpec = (object: JsonObject, changes: Readonly<Record<string, Json | undefined>>): JsonObject => ({
  ...object,
  spec: defined({...partAt(object, 'spec'), ...changes}),
});

/** Returns the counts without zeros, which Go leaves out (`omitempty`). */
export const counts = (fields: Readonly<Record<string, number>>): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, count]) => count !== 0));
