import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import {hasCondition} from '../../../../src/sandbox/controllers/shared/condition.ts';
import {numberAt, objectsAt, partAt, textAt} from '../../../../src/sandbox/model/part.ts';
import {context, type World} from './world.ts';

const pod = (annotations: JsonObject, spec: JsonObject = {}): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {name: 'p', namespace: 'shop', annotations},
  spec: {restartPolicy: 'Always', containers: [{name: 'c', image: 'nginx'}], ...spec},
  status: {phase: 'Pending'},
});

const how = (value: string): JsonObject => pod({'gantry.dev/test-pod': value});

/** Returns the phase, the readiness and the reason of the container, as `kubectl get pods` shows them. */
function shown(w: World): string {
  const live = w.get('pods', 'p');
  const [status = {}] = objectsAt(live, 'status', 'containerStatuses');
  const why = textAt(status, 'state', 'waiting', 'reason') || textAt(status, 'state', 'terminated', 'reason');
  const ready = hasCondition(live, 'Ready') ? 'ready' : 'unready';
  return [textAt(live, 'status', 'phase'), ready, why, numberAt(status, 'restartCount')].join(' ');
}

const events = (w: World): readonly string[] => w.store.list('events').map((event) => textAt(event, 'reason'));

describe('a pod', () => {
  it.each([
    {name: 'is ready at once', object: pod({}), at: [[0, 'Running ready  0']], told: ['Scheduled']},
    {
      name: 'that does not restart succeeds',
      object: pod({}, {restartPolicy: 'Never'}),
      at: [[1000, 'Succeeded unready Completed 0']],
      told: ['Scheduled'],
    },
    {
      name: 'becomes ready after the delay in its annotation',
      object: pod({'gantry.dev/test-pod': 'slow', 'gantry.dev/test-pod-delay': '2s'}),
      at: [
        [0, 'Pending unready ContainerCreating 0'],
        [1400, 'Pending unready ContainerCreating 0'],
        [2000, 'Running ready  0'],
      ],
      told: ['Scheduled'],
    },
    {
      name: 'waits for a missing image',
      object: how('image-pull'),
      at: [
        [0, 'Pending unready ErrImagePull 0'],
        [2000, 'Pending unready ImagePullBackOff 0'],
      ],
      told: ['BackOff', 'Failed', 'Scheduled'],
    },
    {
      name: 'restarts again and again, up to a limit',
      object: how('crash-loop'),
      at: [
        [0, 'Running unready CrashLoopBackOff 1'],
        [4000, 'Running unready CrashLoopBackOff 2'],
        [100_000, 'Running unready CrashLoopBackOff 5'],
      ],
      told: ['BackOff', 'Scheduled'],
    },
    {
      name: 'with a broken image crashes',
      object: pod({}, {containers: [{name: 'c', image: 'shop:2-broken'}]}),
      at: [[0, 'Running unready CrashLoopBackOff 1']],
      told: ['BackOff', 'Scheduled'],
    },
    {
      name: 'that crashes and is not restarted fails',
      object: pod({'gantry.dev/test-pod': 'crash-loop'}, {restartPolicy: 'Never'}),
      at: [[0, 'Failed unready Error 0']],
      told: ['Scheduled'],
    },
    {
      name: 'crashes once',
      object: how('crash-once'),
      at: [
        [0, 'Pending unready CrashLoopBackOff 1'],
        [6000, 'Running ready  0'],
      ],
      told: ['BackOff', 'Scheduled'],
    },
    {
      name: 'with the behavior never-ready stays unready',
      object: how('never-ready'),
      at: [[60_000, 'Running unready  0']],
      told: ['Scheduled', 'Unhealthy'],
    },
    {
      name: 'has an invalid image name',
      object: how('image-name'),
      at: [[0, 'Pending unready InvalidImageName 0']],
      told: ['InspectFailed', 'Scheduled'],
    },
    {
      name: 'lacks a Secret',
      object: how('config-error'),
      at: [[0, 'Pending unready CreateContainerConfigError 0']],
      told: ['Failed', 'Scheduled'],
    },
    {
      name: 'cannot mount',
      object: how('failed-mount'),
      at: [[0, 'Pending unready ContainerCreating 0']],
      told: ['FailedMount', 'Scheduled'],
    },
    {
      name: 'has a missing program',
      object: how('not-executable'),
      at: [[0, 'Pending unready CrashLoopBackOff 1']],
      told: ['Failed', 'Scheduled'],
    },
    {
      name: 'is evicted',
      object: how('evicted'),
      at: [
        [0, 'Pending unready  0'],
        [3000, 'Failed unready  0'],
      ],
      told: ['Evicted', 'Scheduled'],
    },
  ])('a pod $name', async ({object, at, told}) => {
    using w = await context();
    await w.apply(object);
    for (const [ms, want] of at) {
      await w.pass(Number(ms));
      expect(shown(w)).toBe(want);
    }
    expect(events(w).toSorted()).toEqual(told);
  });

  it('a ready pod has the status of a real cluster (measured there)', async () => {
    using w = await context();
    await w.apply(pod({}));
    const time = '2026-01-01T00:00:00Z';
    const condition = (type: string): JsonObject => ({
      type,
      status: 'True',
      lastProbeTime: null,
      lastTransitionTime: time,
    });
    expect(w.get('pods', 'p')['status']).toEqual({
      phase: 'Running',
      startTime: time,
      hostIP: '127.0.0.1',
      podIP: '10.244.0.1',
      podIPs: [{ip: '10.244.0.1'}],
      conditions: ['PodReadyToStartContainers', 'Initialized', 'Ready', 'ContainersReady', 'PodScheduled'].map(
        condition,
      ),
      containerStatuses: [
        {
          name: 'c',
          image: 'nginx',
          imageID: '',
          ready: true,
          started: true,
          restartCount: 0,
          state: {running: {startedAt: time}},
          lastState: {},
        },
      ],
    });
  });

  it.each([
    {
      name: 'a missing node',
      spec: {nodeSelector: {disk: 'hdd'}},
      why: "0/1 nodes are available: 1 node(s) didn't match Pod's node affinity/selector. no new claims to deallocate, preemption: 0/1 nodes are available: 1 Preemption is not helpful for scheduling.",
    },
    {
      name: 'a missing PVC',
      spec: {volumes: [{name: 'v', persistentVolumeClaim: {claimName: 'nope'}}]},
      why: '0/1 nodes are available: persistentvolumeclaim "nope" not found. not found',
    },
    {
      name: 'its scheduling gates',
      spec: {schedulingGates: [{name: 'later'}]},
      why: 'Scheduling is blocked due to non-empty scheduling gates',
    },
  ])('a pod waits for $name, in the words of the real scheduler', async ({spec, why}) => {
    using w = await context();
    await w.apply(pod({}, spec));
    const [condition] = objectsAt(w.get('pods', 'p'), 'status', 'conditions');
    expect(condition).toMatchObject({type: 'PodScheduled', status: 'False', message: why});
  });

  it('a deleted pod is removed at once, unless a finalizer keeps it', async () => {
    using w = await context();
    await w.apply({...pod({}), metadata: {name: 'p', namespace: 'shop', finalizers: ['example.com/hold']}});
    await w.remove('pods', 'p');
    expect(w.names('pods')).toEqual(['p']);
    await w.change('pods', 'p', (object) => ({...object, metadata: {...partAt(object, 'metadata'), finalizers: []}}));
    expect(w.names('pods')).toEqual([]);
  });
});
