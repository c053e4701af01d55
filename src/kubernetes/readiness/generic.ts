import type {JsonObject} from '../../core/json.ts';
import {conditionOf, conditionsOf, textAt, valueAt} from './read.ts';
import {current, failed, inProgress, type Readiness, terminating} from './status.ts';

/** Applies the rules that hold for every kind: deletion, a generation that is not yet observed, the standard conditions. */
export function genericReadiness(object: JsonObject): Readiness | undefined {
  return beforeAnyRule(object) ?? standardCondition(object);
}

/** Applies the rules that even a health rule of the user does not override: the object is being deleted, or its status is of an older generation. */
export function beforeAnyRule(object: JsonObject): Readiness | undefined {
  if (textAt(object, 'metadata', 'deletionTimestamp') !== '') return terminating('Resource scheduled for deletion');
  return unobserved(object);
}

/** Reports a status of an older generation, which does not describe the written object. */
function unobserved(object: JsonObject): Readiness | undefined {
  const generation = valueAt(object, 'metadata', 'generation');
  const observed = valueAt(object, 'status', 'observedGeneration');
  if (typeof generation !== 'number' || typeof observed !== 'number' || generation === observed) return undefined;
  return inProgress(
    'LatestGenerationNotObserved',
    `${textAt(object, 'kind')} generation is ${generation}, but latest observed generation is ${observed}`,
  );
}

/** Reports a missing observedGeneration, for kinds whose controllers always write it: the controller has not seen the object yet. */
export function neverObserved(object: JsonObject): Readiness | undefined {
  if (typeof valueAt(object, 'metadata', 'generation') !== 'number') {
    return inProgress('NoGeneration', 'Missing .metadata.generation');
  }
  if (typeof valueAt(object, 'status', 'observedGeneration') !== 'number') {
    return inProgress('NoObservedGeneration', 'Missing .status.observedGeneration');
  }
  return undefined;
}

function standardCondition(object: JsonObject): Readiness | undefined {
  for (const {type, status, reason, message} of conditionsOf(object)) {
    if (type === 'Reconciling' && status === 'True') return inProgress(reason, message);
    if (type === 'Stalled' && status === 'True') return failed(reason, message);
  }
  return undefined;
}

/** Judges kinds without a rule by their Ready condition. An unknown Ready means in progress, not ready. */
export function readyCondition(object: JsonObject): Readiness | undefined {
  const ready = conditionOf(object, 'Ready');
  if (ready?.status === 'True') return current('Resource is Ready');
  if (ready?.status === 'False') return inProgress(ready.reason, ready.message);
  if (ready?.status === 'Unknown') return inProgress('Unknown', ready.message);
  return undefined;
}
