import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import {currentPods} from '../../../../src/kubernetes/readiness/current-pods.ts';
import type {SeenEvent} from '../../../../src/kubernetes/readiness/event.ts';
import {workloadProblems} from '../../../../src/kubernetes/readiness/workload-problems.ts';

const WRITTEN = '2026-01-01T00:00:10Z';

const workload = (kind = 'Deployment', more: JsonObject = {}): JsonObject => ({
  apiVersion: kind === 'Job' ? 'batch/v1' : 'apps/v1',
  kind,
  metadata: {
    name: 'web',
    namespace: 'shop',
    uid: 'w',
    annotations: {'deployment.kubernetes.io/revision': '2', 'deprecated.daemonset.template.generation': '2'},
    managedFields: [{manager: 'gantry', time: WRITTEN}],
  },
  spec: {replicas: 1},
  status: {updateRevision: 'new', desiredNumberScheduled: 1},
  ...more,
});

const set = (revision: string, conditions: readonly JsonObject[] = []): JsonObject => ({
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  metadata: {
    name: `web-${revision}`,
    uid: `s${revision}`,
    annotations: {'deployment.kubernetes.io/revision': revision},
    ownerReferences: [{controller: true, uid: 'w'}],
  },
  status: {conditions},
});

const pod = (owner: string, status: JsonObject, metadata: JsonObject = {}): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {name: 'web-1', uid: 'p1', ownerReferences: [{controller: true, uid: owner}], ...metadata},
  status: {phase: 'Pending', ...status},
});

const waits = (reason: string, message = '', more: JsonObject = {}): JsonObject => ({
  containerStatuses: [{name: 'app', state: {waiting: {reason, message}}, ...more}],
});
const crashes = (restartCount: number, exitCode = 1, reason = 'Error'): JsonObject =>
  waits('CrashLoopBackOff', 'back-off', {restartCount, lastState: {terminated: {exitCode, reason}}});
const unschedulable = (message: string): JsonObject => ({
  conditions: [{type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message}],
});
const event = (uid: string, reason: string, message: string, time = WRITTEN): SeenEvent => ({
  uid,
  object: '',
  type: 'Warning',
  reason,
  message,
  count: 1,
  time,
});
const failure = (message: string): JsonObject => ({
  type: 'ReplicaFailure',
  status: 'True',
  reason: 'FailedCreate',
  message,
});

type Given = {
  readonly of?: JsonObject;
  readonly pods?: readonly JsonObject[];
  readonly sets?: readonly JsonObject[];
  readonly events?: readonly SeenEvent[];
};

function problems({of = workload(), pods = [], sets = [set('1'), set('2')], events}: Given) {
  const current = currentPods({workload: of, replicaSets: sets, pods});
  return current === undefined ? 'not known' : workloadProblems({workload: of, current, events});
}

/** Seconds that a cause may last; `never` when it alone fails nothing. */
const grace = (given: Given) => {
  const found = problems(given);
  if (found === 'not known') return [found];
  return found.map(({cause, graceMs}) => `${cause} ${graceMs === undefined ? 'never' : graceMs / 1000}`);
};

describe('a pod of the current template', () => {
  it.each([
    ['whose image name is wrong, at once', waits('InvalidImageName', 'x'), ['image 0']],
    ['whose image the registry does not have, after another try', waits('ErrImagePull', 'x: not found'), ['image 10']],
    ['whose image is not for us', waits('ImagePullBackOff', '401 Unauthorized'), ['image 10']],
    ['whose registry is not reached, after some tries', waits('ErrImagePull', 'i/o timeout'), ['image 75']],
    [
      'whose Secret is missing, when nobody brings it',
      waits('CreateContainerConfigError', 'secret "a" not found'),
      ['config 30'],
    ],
    [
      'that must not run as root, at once',
      waits('CreateContainerConfigError', 'container has runAsNonRoot'),
      ['config 0'],
    ],
    ['whose runtime fails', waits('RunContainerError', 'x'), ['start 45']],
    ['whose program is not there, tried once more', crashes(1, 128, 'StartError'), ['start 0']],
    ['that crashed once: not yet', crashes(1), ['crash never']],
    ['that crashed twice and may wait for another: not yet', crashes(2), ['crash never']],
    ['that crashed four times, at once', crashes(3), ['crash 0']],
    ['that ends well again and again: not', crashes(9, 0, 'Completed'), ['crash never']],
    ['that no node takes, when no autoscaler helps', unschedulable('0/3 nodes'), ['unschedulable 30']],
    [
      'that waits for its volume',
      unschedulable('pod has unbound immediate PersistentVolumeClaims'),
      ['unschedulable 90'],
    ],
    [
      'that no node takes, until less important pods have left the one that was chosen',
      {...unschedulable('0/2 nodes are available'), nominatedNodeName: 'node-1'},
      ['unschedulable never'],
    ],
    ['that is gated: not', {conditions: [{type: 'PodScheduled', status: 'False', reason: 'SchedulingGated'}]}, []],
    ['that pulls, or begins: not', waits('ContainerCreating'), []],
    [
      'that runs and is not ready yet: not',
      {phase: 'Running', containerStatuses: [{name: 'app', state: {running: {}}}]},
      [],
    ],
    [
      'that was evicted, when its successors are, too',
      {phase: 'Failed', reason: 'Evicted', message: 'low'},
      ['failed-pods 20'],
    ],
  ] as const)('%s', (_title, status, want) => {
    expect(grace({pods: [pod('s2', status)]})).toEqual(want);
  });

  it('a problem names the pod, the container and the reason in one line', () => {
    expect(problems({pods: [pod('s2', crashes(3))]})).toEqual([
      {
        cause: 'crash',
        detail: 'pod web-1: CrashLoopBackOff: back-off (container app ended with 1, Error)',
        pod: 'web-1',
        container: 'app',
        graceMs: 0,
      },
    ]);
  });

  it.each([
    ['a ConfigMap that is missing', 'FailedMount', 'MountVolume.SetUp failed: configmap "a" not found', ['config 30']],
    ['a volume that is not mounted', 'FailedMount', 'timed out waiting for the condition', ['mount 150']],
    [
      'a volume that another node still uses never fails',
      'FailedAttachVolume',
      'Multi-Attach error for volume',
      ['mount never'],
    ],
    ['a missing network', 'FailedCreatePodSandBox', 'no CNI', ['sandbox 150']],
    ['no cause in other warnings', 'Unhealthy', 'x', []],
  ] as const)('events show why a pod cannot start: %s', (_title, reason, message, want) => {
    expect(grace({pods: [pod('s2', waits('ContainerCreating'))], events: [event('p1', reason, message)]})).toEqual(
      want,
    );
  });

  it('a starting pod is not judged by events of another pod, nor once its containers run', () => {
    const [mount] = [event('p1', 'FailedMount', 'configmap "a" not found')];
    expect(grace({pods: [pod('s2', waits('ContainerCreating'))], events: [{...mount, uid: 'p9'}]})).toEqual([]);
    expect(grace({pods: [pod('s2', {phase: 'Running'})], events: [mount]})).toEqual([]);
  });
});

describe('recreated pods that fail at once', () => {
  const failed = (n: number) =>
    pod('s2', {phase: 'Failed'}, {name: `web-${n}`, creationTimestamp: `2026-01-01T00:00:0${n}Z`});
  const next = (phase: string) => pod('s2', {phase}, {name: 'web-9', creationTimestamp: '2026-01-01T00:00:09Z'});

  it.each([
    [
      'three failed pods in a row without a running successor are a problem',
      [1, 2, 3].map(failed).concat(next('Pending')),
      ['failed-pods 20'],
    ],
    [
      'three failed pods in a row with a running successor are not a problem',
      [1, 2, 3].map(failed).concat(next('Running')),
      [],
    ],
    ['two failed pods with a pending successor are not a problem', [1, 2].map(failed).concat(next('Pending')), []],
  ] as const)('%s', (_title, pods, want) => {
    expect(grace({pods})).toEqual(want);
  });

  it.each([
    ['StatefulSet', 'RecreatingFailedPod'],
    ['DaemonSet', 'FailedDaemonPod'],
  ])('an event reports the failed pods of a %s', (kind, reason) => {
    const once = event('w', reason, 'again');
    expect(grace({of: workload(kind), events: [once]})).toEqual([]);
    expect(grace({of: workload(kind), events: [{...once, count: 3}]})).toEqual(['failed-pods 20']);
  });
});

it.each([
  {who: 'the workload', owner: 's1', want: ['unschedulable never']},
  {who: 'somebody else', owner: 'x', want: ['unschedulable 30']},
])('a pod that no node takes while one of $who is leaving has $want', ({owner, want}) => {
  const waiting = pod('s2', unschedulable('0/1 nodes are available: 1 Insufficient cpu'));
  const leaving = pod(owner, {phase: 'Running'}, {name: 'old', deletionTimestamp: WRITTEN});
  expect(grace({pods: [waiting, leaving]})).toEqual(want);
});

describe('pods that do not count', () => {
  it.each([
    [
      'one that its node refused, when the next was made within the same second',
      {
        sets: [set('1'), set('2')],
        pods: [
          pod('s2', {phase: 'Failed', reason: 'OutOfcpu'}, {name: 'web-z', creationTimestamp: WRITTEN}),
          pod('s2', {phase: 'Running'}, {name: 'web-a', creationTimestamp: WRITTEN}),
        ],
      },
      [],
    ],
    ['of an older ReplicaSet', {pods: [pod('s1', crashes(9))]}, []],
    ['that are on their way out', {pods: [pod('s2', crashes(9), {deletionTimestamp: WRITTEN})]}, []],
    ['of somebody else with the same labels', {pods: [pod('x', crashes(9))]}, []],
    [
      'while the ReplicaSet of the revision is not known',
      {sets: [set('1')], pods: [pod('s1', crashes(9))]},
      ['not known'],
    ],
    [
      'of a StatefulSet, of its older revision',
      {
        of: workload('StatefulSet', {spec: {replicas: 1, podManagementPolicy: 'Parallel'}}),
        pods: [pod('w', crashes(9), {labels: {'controller-revision-hash': 'old'}})],
      },
      [],
    ],
    [
      'of a DaemonSet, of its older template',
      {of: workload('DaemonSet'), pods: [pod('w', crashes(9), {labels: {'pod-template-generation': '1'}})]},
      [],
    ],
    [
      'evicted ones, when a newer one is fine',
      {
        pods: [
          pod('s2', {phase: 'Failed', reason: 'Evicted'}, {creationTimestamp: '2026-01-01T00:00:00Z'}),
          pod('s2', {phase: 'Running'}, {creationTimestamp: '2026-01-01T00:00:01Z', name: 'web-2'}),
        ],
      },
      [],
    ],
    ['of a Job that tries again', {of: workload('Job'), pods: [pod('w', {phase: 'Failed'})]}, []],
    [
      'of a Job, restarted in place: it counts itself',
      {of: workload('Job'), pods: [pod('w', crashes(9))]},
      ['crash never'],
    ],
  ] as const)('%s', (_title, given, want) => {
    expect(grace(given)).toEqual(want);
  });

  it.each([
    ['StatefulSet', {labels: {'controller-revision-hash': 'new'}}],
    ['DaemonSet', {labels: {'pod-template-generation': '2'}}],
    ['ReplicaSet', {}],
  ])('a pod of the newest template of a %s counts', (kind, metadata) => {
    expect(grace({of: workload(kind), pods: [pod('w', crashes(3), metadata)]})).toEqual(['crash 0']);
  });

  it('a pod of an older template that blocks a StatefulSet is named, with the advice to delete it', () => {
    const pods = [pod('w', crashes(1), {labels: {'controller-revision-hash': 'old'}})];
    expect(grace({of: workload('StatefulSet'), pods})).toEqual(['stuck 30']);
    expect(problems({of: workload('StatefulSet'), pods})).toMatchObject([
      {detail: expect.stringMatching(/delete this pod$/)},
    ]);
  });

  it('all pods count where only the user replaces them', () => {
    const of = workload('StatefulSet', {spec: {replicas: 1, updateStrategy: {type: 'OnDelete'}}});
    expect(grace({of, pods: [pod('w', crashes(3), {labels: {'controller-revision-hash': 'old'}})]})).toEqual([
      'crash 0',
    ]);
  });

  it('a refused image counts for a Job, because its pods would never end', () => {
    expect(grace({of: workload('Job'), pods: [pod('w', waits('ErrImagePull', 'not found'))]})).toEqual(['image 10']);
  });
});

const QUOTA = 'pods "web-2-" is forbidden: exceeded quota: small, requested: ';

describe('pods that are not let in', () => {
  it.each([
    ['a quota that others use up, for a while', `${QUOTA}pods=1, used: pods=2, limited: pods=2`, ['refused 30']],
    [
      'a quota that can never hold them, at once',
      `${QUOTA}requests.cpu=2, used: requests.cpu=0, limited: requests.cpu=500m`,
      ['refused 0'],
    ],
    ['a quota that wants what they do not say', 'failed quota: small: must specify limits.cpu', ['refused 0']],
    ['a limit of the namespace', 'maximum cpu usage per Container is 1, but limit is 2', ['refused 0']],
    ['the policy of the namespace', 'violates PodSecurity "restricted:latest": x', ['refused 0']],
    ['an account that may come', 'error looking up service account shop/x: not found', ['refused 30']],
    ['a webhook that may come', 'failed calling webhook "x": no endpoints', ['refused 30']],
  ] as const)('%s', (_title, message, want) => {
    expect(grace({sets: [set('2', [failure(message)])]})).toEqual(want);
  });

  it('a refused pod is reported in the words of the server', () => {
    expect(problems({sets: [set('2', [failure('no room')])]})).toMatchObject([
      {detail: 'its pods are refused: no room'},
    ]);
  });

  it('an older ReplicaSet that may not make pods says nothing of the newest', () => {
    expect(grace({sets: [set('1', [failure('must specify limits.cpu')]), set('2')]})).toEqual([]);
  });

  it.each(['StatefulSet', 'DaemonSet', 'Job'])('an event reports the refused pods of a %s', (kind) => {
    const events = [event('w', 'FailedCreate', 'must specify limits.cpu')];
    expect(grace({of: workload(kind), events})).toEqual(['refused 0']);
    expect(grace({of: workload(kind), events, pods: [pod('w', {phase: 'Running'})]})).toEqual([]);
  });

  it.each([
    {made: 'after it was refused: others come when it is ready', at: '2026-01-01T00:00:12Z', want: []},
    {made: 'before the next was refused', at: '2026-01-01T00:00:08Z', want: ['refused 30']},
  ])('a pod of a StatefulSet that was made $made', ({at, want}) => {
    const of = workload('StatefulSet', {spec: {replicas: 3}});
    const pods = [pod('w', {phase: 'Running'}, {creationTimestamp: at})];
    expect(grace({of, pods, events: [event('w', 'FailedCreate', 'exceeded quota')]})).toEqual(want);
  });

  it('an event from before the last write is about another template', () => {
    const events = [event('w', 'FailedCreate', 'must specify limits.cpu', '2026-01-01T00:00:09Z')];
    expect(grace({of: workload('StatefulSet'), events})).toEqual([]);
  });
});
