import type {JsonObject} from '../../../core/json.ts';
import {objectsAt, textAt} from '../../model/part.ts';

/** Returns the condition of this type in `status.conditions`; undefined if it is not there yet. */
export const conditionOf = (object: JsonObject, type: string): JsonObject | undefined =>
  objectsAt(object, 'status', 'conditions').find((condition) => condition['type'] === type);

/** Reports whether a condition has this status. A missing condition has none. */
export const hasCondition = (object: JsonObject, type: string, status = 'True'): boolean =>
  textAt(conditionOf(object, type), 'status') === status;

/** Sets a condition in a list. Its lastTransitionTime stays while its status does. */
export function setCondition(conditions: readonly JsonObject[], next: JsonObject): readonly JsonObject[] {
  const at = conditions.findIndex((condition) => condition['type'] === next['type']);
  const before = conditions[at];
  if (before === undefined) return [...conditions, next];
  const since = before['status'] === next['status'] ? before['lastTransitionTime'] : next['lastTransitionTime'];
  return conditions.with(at, since === undefined ? next : {...next, lastTransitionTime: since});
}
