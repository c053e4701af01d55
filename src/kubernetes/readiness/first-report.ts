import type {JsonObject} from '../../core/json.ts';
import {fieldOf, isCustom, type Schema} from '../fields/schema.ts';
import {listAt} from './read.ts';
import {NOTHING_REPORTED} from './readiness.ts';
import type {Readiness} from './status.ts';

/** Reports whether a controller writes conditions into the status of a kind, as the schema of its CRD declares. */
export function reportsConditions(schema: Schema): boolean {
  if (schema.type !== 'map' || !isCustom(schema)) return false;
  const status = fieldOf(schema, 'status');
  return status?.type === 'map' && status.declared('conditions') !== undefined;
}

/** Reports whether an object counts as ready only because no controller has reported anything about it. */
export const isUnreported = (object: JsonObject, {status, message}: Readiness): boolean =>
  status === 'Current' && message === NOTHING_REPORTED && listAt(object, 'status', 'conditions').length === 0;
