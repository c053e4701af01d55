import {isList, isObject, type Json, type JsonObject} from '../../../../core/json.ts';
import {deepEqual} from '../../../../lib/deep-equal.ts';

/** Reports whether a live object is still the one that the plan saw, apart from status, times in managedFields and resourceVersion. */
export const isSameObject = (seen: JsonObject, now: JsonObject): boolean => deepEqual(lasting(seen), lasting(now));

/** Removes the parts of a live object that change by themselves. */
export function lasting({status: _, ...object}: JsonObject): JsonObject {
  const {
    resourceVersion: _version,
    managedFields,
    ...metadata
  } = isObject(object['metadata']) ? object['metadata'] : {};
  return {
    ...object,
    metadata: {...metadata, managedFields: isList(managedFields) ? managedFields.flatMap(lastingEntry) : []},
  };
}

function lastingEntry(entry: Json): readonly Json[] {
  if (!isObject(entry) || entry['subresource'] === 'status') return [];
  const {time: _, ...rest} = entry;
  return [rest];
}
