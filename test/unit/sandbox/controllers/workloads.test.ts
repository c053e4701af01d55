import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import {labelsOf, nameOf} from '../../../../src/sandbox/model/metadata.ts';
import {objectsAt, partAt, textAt} from '../../../../src/sandbox/model/part.ts';
import {context, type World} from './world.ts';

const template = (image = 'nginx:1', extra: JsonObject = {}): JsonObject => ({
  metadata: {labels: {app: 'a'}, ...extra},
  spec: {containers: [{name: 'c', image}]},
});

const workload = (kind: string, spec: JsonObject, apiVersion = 'apps/v1'): JsonObject => ({
  apiVersion,
  kind,
  metadata: {name: 'a', namespace: 'shop'},
  spec: {selector: {matchLabels: {app: 'a'}}, template: template(), ...spec},
});

const withSpec =
  (changes: JsonObject) =>
  (object: JsonObject): JsonObject => ({
    ...object,
    spec: {...partAt(object, 'spec'), ...changes},
  });

const images = (w: World): readonly string[] =>
  w.store.list('pods').map((pod) => textAt(objectsAt(pod, 'spec', 'containers')[0] ?? {}, 'image'));

const told = (w: World, kind: string): readonly string[] =>
  w.store
    .list('events')
    .filter((event) => partAt(event, 'involvedObject')['kind'] === kind)
    .map((event) => textAt(event, 'message'))
    .toSorted();

const STORAGE: JsonObject = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: {name: 'fast'},
  provisioner: 'gantry.dev/test',
  reclaimPolicy: 'Delete',
  volumeBindingMode: 'Immediate',
};

const CLAIM: JsonObject = {
  metadata: {name: 'data'},
  spec: {storageClassName: 'fast', accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '1Gi'}}},
};

describe('a StatefulSet', () => {
  const set = (spec: JsonObject = {}): JsonObject =>
    workload('StatefulSet', {replicas: 3, serviceName: 'a', updateStrategy: {type: 'RollingUpdate'}, ...spec});

  it('a StatefulSet creates its pods one after the other, each with its PVC, with the events of a real cluster', async () => {
    using w = await context();
    const running: string[] = [];
    w.store.subscribe(({resource, object}) => {
      const phase = textAt(object, 'status', 'phase');
      if (resource === 'pods' && !running.includes(`${nameOf(object)} ${phase}`))
        running.push(`${nameOf(object)} ${phase}`);
    });
    await w.apply(STORAGE);
    await w.apply(set({replicas: 2, volumeClaimTemplates: [CLAIM]}));
    expect(running.filter((one) => !one.endsWith(' '))).toEqual(['a-0 Running', 'a-1 Running']);
    expect(w.names('persistentvolumeclaims')).toEqual(['data-a-0', 'data-a-1']);
    const [revision = ''] = w.names('controllerrevisions.apps');
    expect(w.get('statefulsets.apps', 'a')['status']).toEqual({
      observedGeneration: 1,
      replicas: 2,
      readyReplicas: 2,
      availableReplicas: 2,
      currentReplicas: 2,
      updatedReplicas: 2,
      currentRevision: revision,
      updateRevision: revision,
      collisionCount: 0,
    });
    expect(labelsOf(w.get('pods', 'a-1'))).toEqual({
      app: 'a',
      'apps.kubernetes.io/pod-index': '1',
      'controller-revision-hash': revision,
      'statefulset.kubernetes.io/pod-name': 'a-1',
    });
    expect(partAt(w.get('pods', 'a-1'), 'spec')).toMatchObject({
      hostname: 'a-1',
      subdomain: 'a',
      volumes: [{name: 'data', persistentVolumeClaim: {claimName: 'data-a-1'}}],
    });
    expect(told(w, 'StatefulSet')).toEqual([
      'create Claim data-a-0 Pod a-0 in StatefulSet a success',
      'create Claim data-a-1 Pod a-1 in StatefulSet a success',
      'create Pod a-0 in StatefulSet a successful',
      'create Pod a-1 in StatefulSet a successful',
    ]);
  });

  it('a StatefulSet stops at the first pod that is not ready', async () => {
    using w = await context();
    await w.apply(set({template: template('nginx:1', {annotations: {'gantry.dev/test-pod': 'never-ready'}})}));
    expect(w.names('pods')).toEqual(['a-0']);
  });

  it('a parallel StatefulSet does not wait for its pods', async () => {
    using w = await context();
    const never = template('nginx:1', {annotations: {'gantry.dev/test-pod': 'never-ready'}});
    await w.apply(set({podManagementPolicy: 'Parallel', template: never}));
    expect(w.names('pods')).toEqual(['a-0', 'a-1', 'a-2']);
  });

  it.each([
    {
      name: 'all pods, the last first',
      strategy: {type: 'RollingUpdate'},
      want: ['nginx:2', 'nginx:2', 'nginx:2'],
      gone: ['a-2', 'a-1', 'a-0'],
    },
    {
      name: 'only the pods from the partition on',
      strategy: {type: 'RollingUpdate', rollingUpdate: {partition: 2}},
      want: ['nginx:1', 'nginx:1', 'nginx:2'],
      gone: ['a-2'],
    },
    {
      name: 'no pod by itself with the strategy OnDelete',
      strategy: {type: 'OnDelete'},
      want: ['nginx:1', 'nginx:1', 'nginx:1'],
      gone: [],
    },
  ])('a StatefulSet updates $name', async ({strategy, want, gone}) => {
    using w = await context();
    await w.apply(set({updateStrategy: strategy}));
    const went: string[] = [];
    w.store.subscribe(({type, resource, object}) => {
      if (type === 'DELETED' && resource === 'pods') went.push(nameOf(object));
    });
    await w.change('statefulsets.apps', 'a', withSpec({template: template('nginx:2')}));
    expect(images(w)).toEqual(want);
    expect(went).toEqual(gone);
  });

  it('a StatefulSet deletes the PVCs of pods that are scaled away if its policy says so, and keeps the others', async () => {
    using w = await context();
    await w.apply(STORAGE);
    const persistentVolumeClaimRetentionPolicy = {whenScaled: 'Delete', whenDeleted: 'Retain'};
    await w.apply(set({volumeClaimTemplates: [CLAIM], persistentVolumeClaimRetentionPolicy}));
    expect(w.names('persistentvolumeclaims')).toEqual(['data-a-0', 'data-a-1', 'data-a-2']);
    await w.change('statefulsets.apps', 'a', withSpec({replicas: 1}));
    expect(w.names('persistentvolumeclaims')).toEqual(['data-a-0']);
    expect(w.names('pods')).toEqual(['a-0']);
    await w.remove('statefulsets.apps', 'a');
    expect(w.names('persistentvolumeclaims')).toEqual(['data-a-0']);
  });

  it('a StatefulSet is scaled down from its end, and keeps the PVCs', async () => {
    using w = await context();
    await w.apply(STORAGE);
    await w.apply(set({volumeClaimTemplates: [CLAIM]}));
    await w.change('statefulsets.apps', 'a', withSpec({replicas: 1}));
    expect(w.names('pods')).toEqual(['a-0']);
    expect(w.names('persistentvolumeclaims')).toHaveLength(3);
  });
});

describe('a DaemonSet', () => {
  it('a DaemonSet has a pod on each node, also on a new one', async () => {
    using w = await context();
    await w.apply(workload('DaemonSet', {}));
    expect(w.get('daemonsets.apps', 'a')['status']).toEqual({
      currentNumberScheduled: 1,
      numberMisscheduled: 0,
      desiredNumberScheduled: 1,
      numberReady: 1,
      observedGeneration: 1,
      updatedNumberScheduled: 1,
      numberAvailable: 1,
    });
    await w.apply({apiVersion: 'v1', kind: 'Node', metadata: {name: 'node-1'}});
    expect(
      w.store
        .list('pods')
        .map((pod) => textAt(pod, 'spec', 'nodeName'))
        .toSorted(),
    ).toEqual(['node-0', 'node-1']);
  });

  it('a DaemonSet updates its pods', async () => {
    using w = await context();
    await w.apply(workload('DaemonSet', {updateStrategy: {type: 'RollingUpdate'}}));
    await w.change('daemonsets.apps', 'a', withSpec({template: template('nginx:2')}));
    expect(images(w)).toEqual(['nginx:2']);
  });

  it('a DaemonSet replaces a failing pod after increasing delays, and records it', async () => {
    using w = await context();
    const failing = {
      ...template('nginx:1'),
      metadata: {labels: {app: 'a'}, annotations: {'gantry.dev/test-pod': 'evicted'}},
    };
    await w.apply(workload('DaemonSet', {template: failing}));
    const tries: number[] = [];
    for (let seconds = 0; seconds < 40; seconds++) {
      await w.pass(1000);
      const told = w.store.list('events').filter(({reason}) => reason === 'FailedDaemonPod');
      if (told.length > tries.length) tries.push(seconds);
    }
    expect(tries).toHaveLength(6);
    const waits = tries.slice(1).map((at, i) => at - (tries[i] ?? 0));
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(waits.at(-1)).toBeGreaterThanOrEqual(16);
  });
});

describe('a ReplicationController', () => {
  it('a ReplicationController keeps its pods, and adopts matching ones', async () => {
    using w = await context();
    await w.apply({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {name: 'alone', namespace: 'shop', labels: {app: 'a'}},
      spec: {containers: [{name: 'c', image: 'nginx:1'}]},
    });
    await w.apply(workload('ReplicationController', {replicas: 2, selector: {app: 'a'}}, 'v1'));
    expect(w.names('pods')).toHaveLength(2);
    expect(w.names('pods')).toContain('alone');
    await w.remove('pods', 'alone');
    expect(w.names('pods')).toHaveLength(2);
  });
});

describe('a Job', () => {
  const job = (spec: JsonObject, annotations?: JsonObject): JsonObject => ({
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {name: 'a', namespace: 'shop'},
    spec: {
      parallelism: 1,
      completions: 1,
      backoffLimit: 6,
      template: {
        metadata: {labels: {'job-name': 'a'}, ...(annotations && {annotations})},
        spec: {restartPolicy: 'Never', containers: [{name: 'c', image: 'x'}]},
      },
      ...spec,
    },
  });
  const conditions = (w: World): readonly string[] =>
    objectsAt(w.get('jobs.batch', 'a'), 'status', 'conditions').map(
      ({type, reason}) => `${type as string} ${reason as string}`,
    );

  it('a Job is complete when enough pods have succeeded, and has counted them all (measured on a real cluster)', async () => {
    using w = await context();
    await w.apply(job({completions: 2}));
    await w.pass(3000);
    expect(w.get('jobs.batch', 'a')['status']).toMatchObject({
      succeeded: 2,
      ready: 0,
      terminating: 0,
      uncountedTerminatedPods: {},
    });
    expect(conditions(w)).toEqual(['SuccessCriteriaMet CompletionsReached', 'Complete CompletionsReached']);
    expect(w.store.list('pods').flatMap((pod) => objectsAt(pod, 'metadata', 'finalizers'))).toEqual([]);
    expect(told(w, 'Job').at(-1)).toBe('Job completed');
  });

  it('a Job waits 10 s, then 20 s, between failing pods, and fails after its limit', async () => {
    using w = await context();
    await w.apply(job({backoffLimit: 1}, {'gantry.dev/test-pod': 'crash-loop'}));
    await w.pass(9000);
    expect(w.names('pods')).toHaveLength(1);
    await w.pass(2000);
    expect(w.names('pods')).toHaveLength(2);
    expect(conditions(w)).toEqual(['FailureTarget BackoffLimitExceeded', 'Failed BackoffLimitExceeded']);
    expect(w.get('jobs.batch', 'a')['status']).toMatchObject({failed: 2});
  });

  it('a Job runs no more pods at once than its parallelism', async () => {
    using w = await context();
    let most = 0;
    w.store.subscribe(() => {
      most = Math.max(most, w.store.list('pods').filter((pod) => textAt(pod, 'status', 'phase') === 'Running').length);
    });
    await w.apply(job({completions: 5, parallelism: 2}));
    await w.pass(5000);
    expect(most).toBe(2);
    expect(w.names('pods')).toHaveLength(5);
  });

  it('an indexed Job gives each pod an index', async () => {
    using w = await context();
    await w.apply(job({completions: 3, parallelism: 3, completionMode: 'Indexed'}));
    await w.pass(2000);
    expect(w.get('jobs.batch', 'a')['status']).toMatchObject({succeeded: 3, completedIndexes: '0-2'});
  });

  it('a Job fails when its deadline has passed', async () => {
    using w = await context();
    await w.apply(job({activeDeadlineSeconds: 30}, {'gantry.dev/test-pod': 'never-ready'}));
    await w.pass(31_000);
    expect(conditions(w)).toEqual(['FailureTarget DeadlineExceeded', 'Failed DeadlineExceeded']);
    expect(w.names('pods')).toEqual([]);
  });

  it('a suspended Job runs no pods', async () => {
    using w = await context();
    await w.apply(job({suspend: true}));
    expect(w.names('pods')).toEqual([]);
    await w.change('jobs.batch', 'a', withSpec({suspend: false}));
    await w.pass(2000);
    expect(conditions(w)).toContain('Complete CompletionsReached');
  });

  it('a Job with a TTL is deleted with its pods some time after it has finished', async () => {
    using w = await context();
    await w.apply(job({ttlSecondsAfterFinished: 10}));
    await w.pass(5000);
    expect(w.names('jobs.batch')).toEqual(['a']);
    await w.pass(10_000);
    expect([...w.names('jobs.batch'), ...w.names('pods')]).toEqual([]);
  });
});

describe('a CronJob', () => {
  it('a CronJob creates a Job each time, and keeps the last three', async () => {
    using w = await context();
    const jobTemplate = {
      spec: {
        parallelism: 1,
        completions: 1,
        template: {spec: {restartPolicy: 'Never', containers: [{name: 'c', image: 'x'}]}},
      },
    };
    await w.apply({
      apiVersion: 'batch/v1',
      kind: 'CronJob',
      metadata: {name: 'a', namespace: 'shop'},
      spec: {schedule: '*/5 * * * *', jobTemplate},
    });
    expect(w.names('jobs.batch')).toEqual([]);
    await w.pass(5 * 60_000);
    // The number of minutes since 1970, as in the names of the real controller.
    expect(w.names('jobs.batch')).toEqual(['a-29453765']);
    await w.pass(25 * 60_000);
    expect(w.names('jobs.batch')).toHaveLength(3);
    expect(w.get('cronjobs.batch', 'a')['status']).toMatchObject({lastScheduleTime: '2026-01-01T00:30:00Z'});
  });
});
