import type {JsonObject} from '../../../core/json.ts';
import {objectsAt, textAt} from '../../model/part.ts';

/** Returns the condition of this type in `status.conditions`; undefined if it is not there yet. */
export const conditionOf = (object: JsonObject, type: string): JsonObject | undefined =>
  objectsAt(object, 'status', 'conditions').find((condition) => condition['type'] === type);

/** A condition that is missing has no status, so it never equals the one asked for. */
export const hasCondition = (object: JsonObject, type: string, status = 'True'): boolean =>
  textAt(conditionOf(object, type), 'status') === status;

/** The conditions with this one; its lastTransitionTime stays while its status does. */
export function setCondition(conditions: readonly JsonObject[], next: JsonObject): readonly JsonObject[] {
  const at = conditions.findIndex((condition) => condition['type'] === next['type']);
  const before = conditions[at];
  if (before === undefined) return [...conditions, next];
  const since = before['status'] === next['status'] ? before['lastTransitionTime'] : next['lastTransitionTime'];
  return conditions.with(at, since === undefined ? next : {...next, lastTransitionTime: since});
}
