import {elementKey, type FieldPath} from '../../core/fields/field-path.ts';
import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import type {Owner} from '../../core/plan/owner.ts';
import {defined} from '../../lib/defined.ts';

/**
 * Returns the managers that own a field: the field itself, an atomic value that it is part of, or, for a path of a
 * whole subtree, any field in it.
 */
export function ownersOf(managedFields: Json | undefined, path: FieldPath): Owner[] {
  if (!isList(managedFields)) return [];
  const steps = path.map(elementKey);
  return managedFields.flatMap((entry) => {
    if (!isObject(entry) || !isObject(entry['fieldsV1']) || !touches(entry['fieldsV1'], steps)) return [];
    return [ownerOf(entry)];
  });
}

function touches(fields: JsonObject, steps: readonly string[]): boolean {
  let node = fields;
  for (const step of steps) {
    const next = Object.hasOwn(node, step) ? node[step] : undefined;
    if (!isObject(next)) return false;
    // No fields below: the manager owns this value as a whole.
    if (Object.keys(next).length === 0) return true;
    node = next;
  }
  return true;
}

function ownerOf(entry: JsonObject): Owner {
  const {manager, operation, apiVersion, subresource, time} = entry;
  return {
    manager: text(manager),
    operation: text(operation),
    apiVersion: text(apiVersion),
    ...defined({
      subresource: typeof subresource === 'string' && subresource !== '' ? subresource : undefined,
      time: typeof time === 'string' ? time : undefined,
    }),
  };
}

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
