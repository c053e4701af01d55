import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {defined} from '../../lib/defined.ts';
import {type FieldSet, isEmptySet} from './field-set.ts';
import {fromFieldsV1, toFieldsV1} from './fields-v1.ts';

/** An entry of managedFields: a manager and the fields that it owns. */
export type Manager = {
  readonly manager: string;
  readonly operation: string;
  readonly apiVersion: string;
  /** The subresource; empty for the object itself. */
  readonly subresource: string;
  /** The time of the last write (RFC 3339). */
  readonly time?: string;
  readonly fields: FieldSet;
};

/** Returns the managedFields entries of a live object, in their order. Entries that are not wanted are not parsed. */
export function managersOf(
  live: JsonObject,
  isWanted: (entry: JsonObject) => boolean = () => true,
): readonly Manager[] {
  const metadata = isObject(live['metadata']) ? live['metadata'] : {};
  const entries = isList(metadata['managedFields']) ? metadata['managedFields'] : [];
  return entries.filter(isObject).filter(isWanted).map(managerOf);
}

function managerOf({manager, operation, apiVersion, subresource, time, fieldsV1}: JsonObject): Manager {
  return {
    manager: text(manager),
    operation: text(operation),
    apiVersion: text(apiVersion),
    subresource: text(subresource),
    ...defined({time: typeof time === 'string' ? time : undefined}),
    fields: fromFieldsV1(isObject(fieldsV1) ? fieldsV1 : {}),
  };
}

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** Matches the Apply entry of a manager. A manager has one for each subresource, whatever apiVersion it applied last. */
export const appliesOf =
  (name: string, subresource = '') =>
  (entry: Pick<Manager, 'manager' | 'operation' | 'subresource'>) =>
    entry.manager === name && entry.operation === 'Apply' && entry.subresource === subresource;

/** Converts entries to the format of managedFields. A manager that owns nothing has no entry. */
export const toManagedFields = (managers: readonly Manager[]): readonly JsonObject[] =>
  managers
    .filter(({fields}) => !isEmptySet(fields))
    .map(({manager, operation, apiVersion, subresource, time, fields}) => ({
      manager,
      operation,
      apiVersion,
      ...defined({time}),
      fieldsType: 'FieldsV1',
      fieldsV1: toFieldsV1(fields),
      ...defined({subresource: subresource !== '' ? subresource : undefined}),
    }));
