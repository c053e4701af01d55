import type {JsonObject} from '../../../core/json.ts';
import {defined} from '../../../lib/defined.ts';
import {nameOf} from '../../model/metadata.ts';
import {numberAt, objectsAt, optionalNumberAt, partAt, textAt} from '../../model/part.ts';
import {timeAt, timestamp} from '../../model/time.ts';
import {conditionOf} from '../shared/condition.ts';
import {counts} from '../shared/with-status.ts';
import {fenceposts, replicasOf} from './fenceposts.ts';
import {allOf, type Sets, sumOf, wantedOf} from './owned-replica-sets.ts';

const SUCCEEDED = 'NewReplicaSetAvailable';
/** Reason of the condition Progressing when `progressDeadlineSeconds` have passed without progress. */
export const TIMED_OUT = 'ProgressDeadlineExceeded';
/** The value of `progressDeadlineSeconds` that means no deadline. */
const NO_DEADLINE = 2_147_483_647;

/** Returns `progressDeadlineSeconds`; undefined if there is none, or if it is the largest int32, which means none. */
export const deadlineOf = (deployment: JsonObject): number | undefined => {
  const seconds = optionalNumberAt(deployment, 'spec', 'progressDeadlineSeconds');
  return seconds === NO_DEADLINE ? undefined : seconds;
};

/** Returns the status of a Deployment with its counts and its availability. */
export function scaleStatus(deployment: JsonObject, sets: Sets, now: number): JsonObject {
  const all = allOf(sets);
  const available = sumOf(all, 'availableReplicas');
  const {collisionCount} = partAt(deployment, 'status');
  const enough = available >= replicasOf(deployment) - fenceposts(deployment).unavailable;
  const condition = enough
    ? {status: 'True', reason: 'MinimumReplicasAvailable', message: 'Deployment has minimum availability.'}
    : {
        status: 'False',
        reason: 'MinimumReplicasUnavailable',
        message: 'Deployment does not have minimum availability.',
      };
  return {
    ...counts({
      observedGeneration: numberAt(deployment, 'metadata', 'generation'),
      replicas: sumOf(all, 'replicas'),
      updatedReplicas: sets.current === undefined ? 0 : sumOf([sets.current], 'replicas'),
      readyReplicas: sumOf(all, 'readyReplicas'),
      availableReplicas: available,
      unavailableReplicas: Math.max(0, wantedOf(all) - available),
    }),
    ...defined({collisionCount}),
    conditions: setUpdated(objectsAt(deployment, 'status', 'conditions'), {type: 'Available', ...condition}, now),
  };
}

/** Returns the status during a rollout, with its progress. */
export function rolloutStatus(deployment: JsonObject, sets: Sets, now: number): JsonObject {
  const status = scaleStatus(deployment, sets, now);
  let conditions = objectsAt(status, 'conditions');
  const before = conditionOf(deployment, 'Progressing');
  const isDone =
    numberAt(status, 'replicas') === numberAt(status, 'updatedReplicas') && before?.['reason'] === SUCCEEDED;
  if (deadlineOf(deployment) === undefined) conditions = conditions.filter(({type}) => type !== 'Progressing');
  else if (!isDone) conditions = progressed(deployment, {status, sets, conditions}, now);
  conditions = conditions.filter(({type}) => type !== 'ReplicaFailure');
  const failure = replicaFailure(sets);
  return {...status, conditions: failure === undefined ? conditions : [...conditions, failure]};
}

type Progress = {readonly status: JsonObject; readonly sets: Sets; readonly conditions: readonly JsonObject[]};

function progressed(deployment: JsonObject, {status, sets, conditions}: Progress, now: number): readonly JsonObject[] {
  const {current} = sets;
  const what = current === undefined ? `Deployment "${nameOf(deployment)}"` : `ReplicaSet "${nameOf(current)}"`;
  const at = (state: string, reason: string, end: string): JsonObject => ({
    type: 'Progressing',
    status: state,
    reason,
    message: `${what} ${end}`,
  });
  if (isComplete(deployment, status)) {
    return setUpdated(conditions, at('True', SUCCEEDED, 'has successfully progressed.'), now);
  }
  if (isMoving(partAt(deployment, 'status'), status)) {
    // Every step of progress restarts the deadline, so the condition is updated even if only its time changes.
    const next = at('True', 'ReplicaSetUpdated', 'is progressing.');
    const before = conditions.find(({type}) => type === 'Progressing');
    const since = before?.['status'] === 'True' ? before['lastTransitionTime'] : undefined;
    const others = conditions.filter((condition) => condition !== before);
    const time = timestamp(now);
    return [...others, {...next, lastUpdateTime: time, lastTransitionTime: since ?? time}];
  }
  if (hasTimedOut(deployment, now))
    return setUpdated(conditions, at('False', TIMED_OUT, 'has timed out progressing.'), now);
  return conditions;
}

/** Reports whether all pods are of the current template and available, and no others exist. */
export function isComplete(deployment: JsonObject, status: JsonObject): boolean {
  const wanted = replicasOf(deployment);
  return (
    ['updatedReplicas', 'replicas', 'availableReplicas'].every((count) => numberAt(status, count) === wanted) &&
    numberAt(status, 'observedGeneration') >= numberAt(deployment, 'metadata', 'generation')
  );
}

const outdated = (status: JsonObject): number => numberAt(status, 'replicas') - numberAt(status, 'updatedReplicas');

function isMoving(before: JsonObject, now: JsonObject): boolean {
  const more = ['updatedReplicas', 'readyReplicas', 'availableReplicas'];
  return more.some((count) => numberAt(now, count) > numberAt(before, count)) || outdated(now) < outdated(before);
}

function hasTimedOut(deployment: JsonObject, now: number): boolean {
  const condition = conditionOf(deployment, 'Progressing');
  if (condition === undefined || condition['reason'] === SUCCEEDED) return false;
  return condition['reason'] === TIMED_OUT || untilDeadline(deployment, now) <= 0;
}

/** Returns the milliseconds until a rollout without progress exceeds its deadline. */
export function untilDeadline(deployment: JsonObject, now: number): number {
  const deadline = deadlineOf(deployment);
  const condition = conditionOf(deployment, 'Progressing');
  if (deadline === undefined || condition === undefined) return Infinity;
  return timeAt(condition, 'lastUpdateTime') + deadline * 1000 - now;
}

function replicaFailure({current, old}: Sets): JsonObject | undefined {
  const [failure] = [...(current === undefined ? [] : [current]), ...old].flatMap((set) => {
    const condition = conditionOf(set, 'ReplicaFailure');
    return condition === undefined ? [] : [condition];
  });
  if (failure === undefined) return undefined;
  return {...failure, lastUpdateTime: textAt(failure, 'lastTransitionTime')};
}

/** Sets a condition as the Deployment controller does: an equal one stays unchanged, and another one moves to the end. */
export function setUpdated(conditions: readonly JsonObject[], next: JsonObject, now: number): readonly JsonObject[] {
  const before = conditions.find(({type}) => type === next['type']);
  if (before !== undefined && before['status'] === next['status'] && before['reason'] === next['reason'])
    return conditions;
  const time = timestamp(now);
  const since = before?.['status'] === next['status'] ? (before?.['lastTransitionTime'] ?? time) : time;
  return [
    ...conditions.filter((condition) => condition !== before),
    {...next, lastUpdateTime: time, lastTransitionTime: since},
  ];
}
