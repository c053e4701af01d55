import type {JsonObject} from '../../core/json.ts';
import {conditionOf, conditionsOf, textAt, valueAt} from './read.ts';
import {current, failed, inProgress, type Readiness, terminating} from './status.ts';

/** What holds for every kind and ends the question: deletion, a generation not yet observed, the standard conditions. */
export function genericReadiness(object: JsonObject): Readiness | undefined {
  return beforeAnyRule(object) ?? standardCondition(object);
}

/** What no rule, not even the user's, may overlook: it is being deleted, or its status is of an older generation. */
export function beforeAnyRule(object: JsonObject): Readiness | undefined {
  if (textAt(object, 'metadata', 'deletionTimestamp') !== '') return terminating('Resource scheduled for deletion');
  return unobserved(object);
}

/** A status that speaks of an older generation says nothing of the one that was written. */
function unobserved(object: JsonObject): Readiness | undefined {
  const generation = valueAt(object, 'metadata', 'generation');
  const observed = valueAt(object, 'status', 'observedGeneration');
  if (typeof generation !== 'number' || typeof observed !== 'number' || generation === observed) return undefined;
  return inProgress(
    'LatestGenerationNotObserved',
    `${textAt(object, 'kind')} generation is ${generation}, but latest observed generation is ${observed}`,
  );
}

/** Of controllers that never report a missing observedGeneration: its absence means that nobody has looked yet. */
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

/** The last resort for kinds without a rule. An unknown Ready is progress, not success. */
export function readyCondition(object: JsonObject): Readiness | undefined {
  const ready = conditionOf(object, 'Ready');
  if (ready?.status === 'True') return current('Resource is Ready');
  if (ready?.status === 'False') return inProgress(ready.reason, ready.message);
  if (ready?.status === 'Unknown') return inProgress('Unknown', ready.message);
  return undefined;
}
