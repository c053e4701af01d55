import type {Json, JsonObject} from '../../../core/json.ts';
import {partAt} from '../../model/part.ts';

/** The object with other metadata; what is undefined is taken away. */
export function withMetadata(object: JsonObject, changes: Readonly<Record<string, Json | undefined>>): JsonObject {
  return {...object, metadata: present({...partAt(object, 'metadata'), ...changes})};
}

export const withStatus = (object: JsonObject, status: JsonObject): JsonObject => ({...object, status});

export const withSpec = (object: JsonObject, changes: Readonly<Record<string, Json | undefined>>): JsonObject => ({
  ...object,
  spec: present({...partAt(object, 'spec'), ...changes}),
});

/** Without the fields that have no value. */
export function present(fields: Readonly<Record<string, Json | undefined>>): JsonObject {
  const kept: Record<string, Json> = {};
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) kept[name] = value;
  return kept;
}

/** Without counts that are 0: Go leaves them out (`omitempty`). */
export const counts = (fields: Readonly<Record<string, number>>): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, count]) => count !== 0));
