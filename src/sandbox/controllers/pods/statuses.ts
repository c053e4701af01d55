import type {JsonObject} from '../../../core/json.ts';
import {defined} from '../../../lib/defined.ts';
import {objectsAt, partAt, textAt} from '../../model/part.ts';
import {containerStatuses, initStatuses, running, terminated, unreadyMessage} from './container-states.ts';
import {withConditions} from './with-conditions.ts';

/** Returns the conditions of an initialized pod whose containers are not ready; `not` holds the reason and the message. */
const unready = (pod: JsonObject, not: JsonObject): readonly JsonObject[] =>
  withConditions(pod, [
    {type: 'Initialized', status: 'True', lastTransitionTime: not['lastTransitionTime'] ?? null},
    {type: 'Ready', ...not},
    {type: 'ContainersReady', ...not},
  ]);

/** Returns the pod's status with the given parts and the conditions of a pod whose containers are not ready. */
export function notReady(pod: JsonObject, now: string, status: JsonObject): JsonObject {
  const message = unreadyMessage(pod);
  const not = {status: 'False', reason: 'ContainersNotReady', message, lastTransitionTime: now};
  return {
    ...partAt(pod, 'status'),
    startTime: textAt(pod, 'status', 'startTime') || now,
    ...status,
    conditions: unready(pod, not),
  };
}

/** Returns the status of a running pod, readiness gates included: nobody else would set them in the sandbox. */
export function becomesReady(pod: JsonObject, now: string): JsonObject {
  const init = initStatuses(pod, now);
  const gates = objectsAt(pod, 'spec', 'readinessGates').map((gate) => textAt(gate, 'conditionType'));
  const types = ['PodReadyToStartContainers', 'Initialized', 'Ready', 'ContainersReady', ...gates];
  const before = objectsAt(pod, 'status', 'containerStatuses');
  const restarted = (container: JsonObject): JsonObject | undefined =>
    before.find(({name}) => name === container['name']);
  return defined({
    ...partAt(pod, 'status'),
    phase: 'Running',
    startTime: textAt(pod, 'status', 'startTime') || now,
    conditions: withConditions(
      pod,
      types.map((type) => ({type, status: 'True', lastTransitionTime: now})),
    ),
    initContainerStatuses: init.length === 0 ? undefined : init,
    containerStatuses: containerStatuses(pod, (container) => ({
      ready: true,
      started: true,
      state: running(now),
      lastState: partAt(restarted(container), 'lastState'),
    })),
  });
}

/** Returns the status of a pod whose containers all exited with 0. */
export function completed(pod: JsonObject, now: string): JsonObject {
  const from = (container: JsonObject): string => textAt(container, 'state', 'running', 'startedAt') || now;
  const done = {reason: 'PodCompleted', lastTransitionTime: now};
  return {
    ...partAt(pod, 'status'),
    phase: 'Succeeded',
    conditions: withConditions(pod, [
      {type: 'Initialized', status: 'True', ...done},
      {type: 'Ready', status: 'False', ...done},
      {type: 'ContainersReady', status: 'False', ...done},
    ]),
    containerStatuses: objectsAt(pod, 'status', 'containerStatuses').map((container) => ({
      ...container,
      ready: false,
      started: false,
      state: terminated(0, 'Completed', {from: from(container), to: now}),
    })),
  };
}

/** Returns the status of a pod whose containers failed; it counts as started at `now`. */
export function failed(pod: JsonObject, now: string): JsonObject {
  const not = {status: 'False', reason: 'PodFailed', lastTransitionTime: now};
  return {
    ...partAt(pod, 'status'),
    phase: 'Failed',
    startTime: now,
    conditions: unready(pod, not),
    containerStatuses: containerStatuses(pod, () => ({state: terminated(1, 'Error', {from: now, to: now})})),
  };
}
