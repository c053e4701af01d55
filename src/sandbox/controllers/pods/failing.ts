import type {JsonObject} from '../../../core/json.ts';
import {defined} from '../../../lib/defined.ts';
import {numberAt, objectsAt, partAt, textAt} from '../../model/part.ts';
import type {Behaviour} from '../../model/test-pod.ts';
import {timeAt} from '../../model/time.ts';
import {backOff, containerStatuses, running, terminated, waiting} from './container-states.ts';
import {failed, notReady} from './statuses.ts';

/** The next stage of a pod that has a node. */
export type Stage = {
  readonly afterMs: number;
  /** Returns the status from then on, without the addresses. */
  readonly status: (pod: JsonObject, now: string) => JsonObject;
  readonly event?: PodEvent;
};

type PodEvent = {readonly type: 'Normal' | 'Warning'; readonly reason: string; readonly message: string};

/** The behaviors that fail as the pod's annotation or its image says. The other two become ready after a delay. */
type Failing = Exclude<Behaviour, 'slow' | 'crash-once'>;

/** The kubelet's event while it waits before the next restart. */
export const BACK_OFF: PodEvent = {type: 'Warning', reason: 'BackOff', message: 'Back-off restarting failed container'};
const MOST_RESTARTS = 5;

/** Returns the milliseconds until `from + delay`. Times in a status are whole seconds, so this rounds up: no stage comes too early. */
export const whole = (from: number, delay: number, now: number): number => Math.max(0, from + delay + 999 - now);

type First = {
  readonly state: (container: JsonObject) => JsonObject;
  readonly lastState?: (at: string) => JsonObject;
  readonly restartCount?: number;
  readonly started?: boolean;
  readonly phase?: 'Pending' | 'Running';
  readonly event?: PodEvent;
  readonly afterMs?: number;
};

/** Returns the first stage of a pod whose containers are not ready. */
export const first = ({
  state,
  lastState,
  restartCount = 0,
  started = false,
  phase = 'Pending',
  event,
  afterMs = 0,
}: First): Stage => ({
  afterMs,
  status: (pod, now) =>
    notReady(pod, now, {
      phase,
      containerStatuses: containerStatuses(pod, (container) => ({
        started,
        restartCount,
        state: phase === 'Running' && started ? running(now) : state(container),
        ...defined({lastState: lastState !== undefined ? lastState(now) : undefined}),
      })),
    }),
  ...defined({event}),
});

const warns = (reason: string, message: string): PodEvent => ({type: 'Warning', reason, message});
const image = (container: JsonObject): string => JSON.stringify(textAt(container, 'image'));
const begins = (pod: JsonObject, stage: Stage): Stage | undefined =>
  textAt(pod, 'status', 'startTime') === '' ? stage : undefined;

/** The ways of failing that a test pod can request. Each returns the next stage at `now` (ms), or undefined if none is due. */
export const FAILING: Readonly<Record<Failing, (pod: JsonObject, now: number) => Stage | undefined>> = {
  'image-pull': pulls,
  'image-name': (pod) =>
    begins(
      pod,
      first({
        event: warns('InspectFailed', "Failed to apply default image tag: couldn't parse image name"),
        state: (container) =>
          waiting(
            'InvalidImageName',
            `Failed to apply default image tag ${image(container)}: couldn't parse image name`,
          ),
      }),
    ),
  'config-error': (pod) =>
    begins(
      pod,
      first({
        event: warns('Failed', 'Error: secret "missing" not found'),
        state: () => waiting('CreateContainerConfigError', 'secret "missing" not found'),
      }),
    ),
  'failed-mount': (pod) =>
    begins(
      pod,
      first({
        event: warns('FailedMount', 'MountVolume.SetUp failed for volume "config" : configmap "missing" not found'),
        state: () => waiting('ContainerCreating'),
      }),
    ),
  'not-executable': (pod) =>
    begins(
      pod,
      first({
        event: warns(
          'Failed',
          'Error: failed to create containerd task: exec: "serve": executable file not found in $PATH',
        ),
        restartCount: 1,
        state: (container) => waiting('CrashLoopBackOff', backOff(container, '10s')),
        lastState: (at) =>
          terminated(128, 'StartError', {
            from: at,
            to: at,
          }),
      }),
    ),
  'never-ready': (pod) =>
    begins(
      pod,
      first({
        phase: 'Running',
        started: true,
        state: () => ({}),
        event: warns('Unhealthy', 'Readiness probe failed: HTTP probe failed with statuscode: 503'),
      }),
    ),
  'crash-loop': crashes,
  evicted: (pod, now) => ({
    afterMs: whole(timeAt(pod, 'metadata', 'creationTimestamp'), 2000, now),
    event: warns('Evicted', LOW_MEMORY),
    status: (evicted, at) => ({
      ...partAt(evicted, 'status'),
      phase: 'Failed',
      reason: 'Evicted',
      message: LOW_MEMORY,
      startTime: at,
    }),
  }),
};

const LOW_MEMORY = 'The node was low on resource: memory.';

const refused = (container: JsonObject): string => `failed to resolve reference ${image(container)}: not found`;

function pulls(pod: JsonObject, now: number): Stage | undefined {
  const [status] = objectsAt(pod, 'status', 'containerStatuses');
  if (status === undefined) {
    return first({
      event: warns('Failed', 'Failed to pull image: not found'),
      state: (container) => waiting('ErrImagePull', refused(container)),
    });
  }
  if (textAt(status, 'state', 'waiting', 'reason') !== 'ErrImagePull') return undefined;
  return {
    afterMs: whole(timeAt(pod, 'status', 'startTime'), 1000, now),
    event: {type: 'Normal', reason: 'BackOff', message: 'Back-off pulling image'},
    status: (pulling) => ({
      ...partAt(pulling, 'status'),
      containerStatuses: containerStatuses(pulling, (container) => ({
        state: waiting(
          'ImagePullBackOff',
          `Back-off pulling image ${image(container)}: ErrImagePull: ${refused(container)}`,
        ),
      })),
    }),
  };
}

/** Restarts again and again, up to a limit: a forgotten pod must not keep the process busy forever. */
function crashes(pod: JsonObject, now: number): Stage | undefined {
  if (textAt(pod, 'spec', 'restartPolicy') === 'Never') return {afterMs: 0, status: failed};
  const [status] = objectsAt(pod, 'status', 'containerStatuses');
  const restarts = numberAt(status, 'restartCount');
  if (restarts >= MOST_RESTARTS) return undefined;
  const last = timeAt(status ?? {}, 'lastState', 'terminated', 'finishedAt');
  const restartCount = restarts + 1;
  return first({
    phase: 'Running',
    restartCount,
    event: BACK_OFF,
    afterMs: status === undefined ? 0 : whole(last, 3e3, now),
    state: (container) => waiting('CrashLoopBackOff', backOff(container, '5m0s')),
    lastState: (at) =>
      terminated(1, 'Error', {
        from: at,
        to: at,
      }),
  });
}
