import type {JsonObject} from '../../core/json.ts';
import {genericReadiness, readyCondition} from './generic.ts';
import {readinessRuleOf} from './kind-rules.ts';
import {current, type Readiness} from './status.ts';

/** The message for an object that reports nothing. */
export const NOTHING_REPORTED = 'Resource is current';

/**
 * Judges an object by the rules of kstatus: deletion and observedGeneration first, then the standard conditions, then
 * the rule of its kind, then a Ready condition. An object that reports nothing is current. `now` determines how long a
 * Pod has been unschedulable.
 */
export function readinessOf(object: JsonObject, now: Date): Readiness {
  const generic = genericReadiness(object);
  if (generic !== undefined) return generic;
  const rule = readinessRuleOf(object);
  if (rule !== undefined) return rule(object, now);
  return readyCondition(object) ?? current(NOTHING_REPORTED);
}
