import type {JsonObject} from '../../../core/json.ts';
import {list, part} from '../../model/part.ts';

type Condition = {readonly type: string; readonly status: string; readonly reason: string; readonly message: string};

/** Returns the CRD's condition of this type; undefined if it is not there yet. */
export const conditionOf = (crd: JsonObject, type: string): JsonObject | undefined =>
  list(part(crd['status'])['conditions'])
    .map(part)
    .find((one) => one['type'] === type);

/** Reports whether a condition is true. A missing condition is not. */
export const isTrue = (crd: JsonObject, type: string): boolean => conditionOf(crd, type)?.['status'] === 'True';

/** Sets a condition of a CRD. Its last transition time stays while its status does. */
export function withCondition(crd: JsonObject, {type, status, reason, message}: Condition, now: string): JsonObject {
  const before = conditionOf(crd, type);
  const same = before?.['status'] === status;
  const lastTransitionTime = (same ? before['lastTransitionTime'] : undefined) ?? now;
  const condition = {type, status, lastTransitionTime, reason, message};
  const state = part(crd['status']);
  const conditions = list(state['conditions']);
  const next =
    before === undefined
      ? [...conditions, condition]
      : conditions.map((one) => (part(one)['type'] === type ? condition : one));
  return {...crd, status: {...state, conditions: next}};
}
