import type {Json, JsonObject} from '../../../core/json.ts';
import {objectsAt, textAt} from '../../model/part.ts';

/** The values in which the containers of pods in different states differ. */
type State = {
  readonly ready?: boolean;
  readonly started?: boolean;
  readonly restartCount?: number;
  readonly state: JsonObject;
  readonly lastState?: JsonObject;
};

/** Returns the status of each container of a pod. */
export const containerStatuses = (pod: JsonObject, stateOf: (container: JsonObject) => State): readonly JsonObject[] =>
  objectsAt(pod, 'spec', 'containers').map((container) => containerStatus(container, stateOf(container)));

/** Returns an entry of `containerStatuses`. The imageID is empty because no image is pulled. */
export function containerStatus(container: JsonObject, state: State): JsonObject {
  const {ready = false, started = false, restartCount = 0, lastState = {}} = state;
  const {name = '', image = ''} = container;
  return {name, image, imageID: '', ready, started, restartCount, state: state.state, lastState};
}

/** The state of a container that has not started, `reason` being the kubelet's (`ContainerCreating`, `CrashLoopBackOff`). */
export const waiting = (reason: string, message?: string): JsonObject => ({
  waiting: message === undefined ? {reason} : {reason, message},
});

/** The state of a started container; `startedAt` is RFC 3339. */
export const running = (startedAt: Json): JsonObject => ({running: {startedAt}});

/** The state of a container that has ended; `at` holds its start and its end in RFC 3339. */
export const terminated = (
  exitCode: number,
  reason: string,
  at: {readonly from: Json; readonly to: Json},
): JsonObject => ({
  terminated: {exitCode, reason, startedAt: at.from, finishedAt: at.to},
});

/** The kubelet's message for CrashLoopBackOff, without the pod that it appends; `time` as Go writes it (`10s`, `1m20s`). */
export const backOff = (container: JsonObject, time: string): string =>
  `back-off ${time} restarting failed container=${textAt(container, 'name')}`;

/** Returns the status of the init containers. They have completed when the others start; sidecars (`restartPolicy: Always`) keep running. */
export const initStatuses = (pod: JsonObject, now: string): readonly JsonObject[] =>
  objectsAt(pod, 'spec', 'initContainers').map((container) =>
    container['restartPolicy'] === 'Always'
      ? containerStatus(container, {ready: true, started: true, state: running(now)})
      : containerStatus(container, {ready: true, state: terminated(0, 'Completed', {from: now, to: now})}),
  );

/** Returns the message of the conditions Ready and ContainersReady for containers that are not ready. */
export function unreadyMessage(pod: JsonObject): string {
  const names = objectsAt(pod, 'spec', 'containers').map((container) => `${textAt(container, 'name')} `);
  return `containers with unready status: [${names.join('')}]`;
}
