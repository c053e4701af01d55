import {isList, isObject, type JsonObject} from '../../core/json.ts';
import type {FieldSet} from '../fields/field-set.ts';
import {fromFieldsV1} from '../fields/fields-v1.ts';
import {FIELD_MANAGER} from '../resource/labels.ts';

/** The fields that Gantry's own apply entry on a live object holds, or undefined where there is no such entry. */
export function ownEntry(live: JsonObject, apiVersion: string): FieldSet | undefined {
  const fields = ownFieldsV1(live, apiVersion);
  return fields === undefined ? undefined : fromFieldsV1(fields);
}

/** Returns the same entry as the server stores it, unparsed. */
export function ownFieldsV1(live: JsonObject, apiVersion: string): JsonObject | undefined {
  const {fieldsV1 = null} = storedEntry(live, apiVersion) ?? {};
  return isObject(fieldsV1) ? fieldsV1 : undefined;
}

/** Returns the time of our last write that changed a field, in whole seconds, by the clock of the server. */
export function ownWriteTime(live: JsonObject, apiVersion: string): string | undefined {
  const {time} = storedEntry(live, apiVersion) ?? {};
  return typeof time === 'string' ? time : undefined;
}

function storedEntry(live: JsonObject, apiVersion: string): JsonObject | undefined {
  const metadata = isObject(live['metadata']) ? live['metadata'] : {};
  const entries = isList(metadata['managedFields']) ? metadata['managedFields'] : [];
  const entry = entries.find(
    (item) =>
      isObject(item) &&
      item['manager'] === FIELD_MANAGER &&
      item['operation'] === 'Apply' &&
      (item['subresource'] ?? '') === '' &&
      item['apiVersion'] === apiVersion,
  );
  return isObject(entry) ? entry : undefined;
}
