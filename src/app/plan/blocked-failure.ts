import {GantryError} from '../../core/failure/failure.ts';
import type {Plan} from '../../core/plan/plan.ts';

/** Returns the failure of a plan that is blocked, with each blocked change. */
export function blockedFailure({changes}: Plan): GantryError {
  const blocked = changes.flatMap(({id, action, fields, blocked: why}) =>
    why === undefined ? [] : [{id, action, ...why, fields}],
  );
  return new GantryError({code: 'plan/blocked', blocked});
}
