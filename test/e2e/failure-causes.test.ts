import {describe, expect, it} from 'vitest';
import type {Diagnosis} from '../../src/core/failure/diagnosis.ts';
import type {Failure} from '../../src/core/failure/failure.ts';
import type {JsonObject} from '../../src/core/json.ts';
import type {Cluster} from '../rig/cluster.ts';
import {type Behaviour, behaving, manifests, workload} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack, type Stack} from '../rig/stack.ts';

type Step = {readonly id: string; readonly outcome: string; readonly seconds: number; readonly failure?: Failure};
type Applied = {readonly steps: readonly Step[]};
type Ended = Step & {readonly detail: string; readonly trouble: Diagnosis; readonly kind: string};

/** What each step of an apply came to; nobody waits for the timeout, which is ten minutes. */
async function apply(stack: Stack): Promise<ReadonlyMap<string, Ended>> {
  const {document} = await stack.json<Applied>(['apply', '--yes']);
  return new Map(
    document.steps.map((step) => {
      const {failure} = step;
      const detail = failure !== undefined && 'detail' in failure ? failure.detail : '';
      const trouble = (failure !== undefined && 'trouble' in failure ? failure.trouble : undefined) ?? {
        events: [],
        logs: [],
      };
      const [name = '', kind = ''] = step.id
        .split(':')
        .toReversed()
        .filter((_, i) => i !== 1);
      return [name, {...step, detail, trouble, kind}];
    }),
  );
}

type Row = {
  readonly name: string;
  readonly kind?: string;
  readonly how?: Behaviour;
  readonly spec?: JsonObject;
  readonly pod?: JsonObject;
  readonly container?: JsonObject;
  /** What the one line says. */
  readonly says: RegExp;
  /** A warning that is told with it. */
  readonly event?: string;
  readonly log?: true;
  /** Seconds. */
  readonly within: number;
};

const once = {spec: {backoffLimit: 0}, pod: {restartPolicy: 'Never'}};

const ROWS: readonly Row[] = [
  {
    name: 'image',
    how: 'image-pull',
    says: /; pod image-\S+: ImagePullBackOff: .*nginx:1\.27": not found$/,
    event: 'Failed',
    within: 30,
  },
  {name: 'image-name', how: 'image-name', says: /; pod image-name-\S+: InvalidImageName: /, within: 15},
  {
    name: 'crash',
    how: 'crash-loop',
    says: /; pod crash-\S+: CrashLoopBackOff: .*\(container app ended with 1, Error\)$/,
    event: 'BackOff',
    log: true,
    within: 30,
  },
  {
    name: 'program',
    how: 'not-executable',
    says: /; pod program-\S+: CrashLoopBackOff: .*128, StartError/,
    event: 'Failed',
    within: 15,
  },
  {
    name: 'config',
    how: 'config-error',
    says: /; pod config-\S+: CreateContainerConfigError: secret "missing" not found$/,
    event: 'Failed',
    within: 50,
  },
  {
    name: 'mount',
    how: 'failed-mount',
    says: /; pod mount-\S+: FailedMount: MountVolume.* configmap "missing" not found$/,
    event: 'FailedMount',
    within: 50,
  },
  {
    name: 'evicted',
    how: 'evicted',
    says: /; pod evicted-\S+ has failed: Evicted: The node was low on resource: memory/,
    event: 'Evicted',
    within: 45,
  },
  {
    name: 'no-node',
    pod: {nodeSelector: {'example.dev/none': 'here'}},
    says: /; pod no-node-\S+: Unschedulable: 0\/1 nodes are available/,
    event: 'FailedScheduling',
    within: 50,
  },
  {
    name: 'deadline',
    how: 'never-ready',
    spec: {progressDeadlineSeconds: 8},
    says: /^Progress deadline exceeded; pod deadline-\S+: ContainersNotReady/,
    event: 'Unhealthy',
    log: true,
    within: 30,
  },
  {
    name: 'ordered',
    kind: 'StatefulSet',
    how: 'crash-loop',
    says: /; pod ordered-0: CrashLoopBackOff/,
    event: 'BackOff',
    log: true,
    within: 30,
  },
  {
    name: 'evicted-set',
    kind: 'StatefulSet',
    how: 'evicted',
    says: /; pod evicted-set-0 (ends right after it is created, and is created again|has failed)/,
    within: 40,
  },
  {
    name: 'evicted-everywhere',
    kind: 'DaemonSet',
    how: 'evicted',
    says: /; (its pods fail repeatedly: Found failed daemon pod .*|pod evicted-everywhere-\S+ has failed: Evicted: .*)/,
    event: 'FailedDaemonPod',
    within: 50,
  },
  {
    name: 'everywhere',
    kind: 'DaemonSet',
    how: 'image-name',
    says: /; pod everywhere-\S+: InvalidImageName/,
    within: 15,
  },
  {name: 'set', kind: 'ReplicaSet', how: 'image-name', says: /; pod set-\S+: InvalidImageName/, within: 15},
  {
    name: 'gives-up',
    kind: 'Job',
    how: 'crash-loop',
    ...once,
    says: /^BackoffLimitExceeded: .*; pod gives-up-\S+: container app ended with 1, Error$/,
    log: true,
    within: 15,
  },
  {
    name: 'late',
    kind: 'Job',
    how: 'never-ready',
    spec: {activeDeadlineSeconds: 3},
    pod: {restartPolicy: 'Never'},
    says: /^DeadlineExceeded: Job was active longer than specified deadline/,
    within: 20,
  },
  {
    name: 'job-image',
    kind: 'Job',
    how: 'image-pull',
    pod: {restartPolicy: 'Never'},
    says: /; pod job-image-\S+: ImagePullBackOff/,
    event: 'Failed',
    within: 30,
  },
  {
    name: 'bare',
    kind: 'Pod',
    how: 'config-error',
    says: /CreateContainerConfigError: secret "missing" not found$/,
    event: 'Failed',
    within: 50,
  },
  {
    name: 'bare-evicted',
    kind: 'Pod',
    how: 'evicted',
    says: /^Evicted: The node was low on resource: memory/,
    event: 'Evicted',
    within: 15,
  },
  {
    name: 'bare-no-node',
    kind: 'Pod',
    pod: {nodeSelector: {'example.dev/none': 'here'}},
    says: /Unschedulable: 0\/1 nodes/,
    event: 'FailedScheduling',
    within: 50,
  },
];

const cpu = (requests: string): JsonObject => ({resources: {requests: {cpu: requests}}});

/** In a namespace with a quota of one pod and half a processor. */
const REFUSED: readonly Row[] = [
  {
    name: 'full',
    spec: {replicas: 3},
    container: cpu('100m'),
    says: /; its pods are refused: .*exceeded quota: small, requested: pods=1, used: pods=1, limited: pods=1/,
    event: 'FailedCreate',
    within: 50,
  },
  {
    name: 'too-large',
    container: cpu('2'),
    says: /; its pods are refused: .*requested: \S*requests\.cpu=2, used: \S+ limited: \S*requests\.cpu=500m/,
    event: 'FailedCreate',
    within: 15,
  },
  {
    name: 'too-large-set',
    kind: 'StatefulSet',
    container: cpu('2'),
    says: /; its pods are refused: .*limited: \S*requests\.cpu=500m/,
    event: 'FailedCreate',
    within: 15,
  },
  {
    name: 'says-nothing',
    kind: 'DaemonSet',
    says: /; its pods are refused: .*must specify requests\.cpu/,
    event: 'FailedCreate',
    within: 15,
  },
  {
    name: 'says-nothing-job',
    kind: 'Job',
    pod: {restartPolicy: 'Never'},
    says: /; its pods are refused: .*must specify requests\.cpu/,
    event: 'FailedCreate',
    within: 15,
  },
];

const objectOf = ({name, kind, how, ...rest}: Row): JsonObject =>
  workload(kind ?? 'Deployment', name, {...rest, ...(how === undefined ? {} : {annotations: behaving(how)})});

/** The log of every container has this in it: who knows it as a secret must not see it. */
const IN_THE_LOG = 'this container is simulated';

onCluster('the cause of a failing wait', (cluster) => {
  const {kubeconfigPath} = cluster;

  describe('each cause ends the wait long before the timeout, in one line, with what the cluster says of it', () => {
    let running: Promise<ReadonlyMap<string, Ended>> | undefined;
    /** One run for all rows: it is as long as the longest of them. */
    const ended = async (name: string): Promise<Ended | undefined> => (await (running ??= runAll())).get(name);

    async function runAll(): Promise<ReadonlyMap<string, Ended>> {
      const secret = {apiVersion: 'v1', kind: 'Secret', metadata: {name: 'known'}, stringData: {text: IN_THE_LOG}};
      const waits = workload('Deployment', 'recovers', {annotations: behaving('crash-once')});
      const files = manifests(secret, waits, ...ROWS.map(objectOf));
      const stack = await makeStack({kubeconfigPath, namespace: cluster.freshNamespace(), files});
      const [first, second] = await Promise.all([apply(stack), refusedPods(cluster)]);
      return new Map([...first, ...second]);
    }

    it.each([...ROWS, ...REFUSED])('$name', async ({name, says, event, log, within}) => {
      const one = await ended(name);
      expect(one?.failure?.code).toBe('object/failed');
      expect(one?.detail).toMatch(says);
      expect(one?.detail).not.toContain('\n');
      expect(one?.seconds).toBeLessThan(within);
      if (event !== undefined) expect(one?.trouble.events.map(({reason}) => reason)).toContain(event);
      const lines = one?.trouble.logs.flatMap((tail) => tail.lines) ?? [];
      if (log === true) expect(lines).toContain('warning: ***');
      expect(JSON.stringify(one)).not.toContain(IN_THE_LOG);
    });

    it('a pod that recovers after a restart does not end the wait', async () => {
      expect(await ended('recovers')).toMatchObject({outcome: 'done'});
    });
  });
});

/** What becomes of workloads in a namespace with a small quota. */
async function refusedPods(cluster: Cluster): Promise<ReadonlyMap<string, Ended>> {
  const namespace = cluster.freshNamespace();
  const hard = {pods: '1', 'requests.cpu': '500m'};
  await cluster.create({apiVersion: 'v1', kind: 'Namespace', metadata: {name: namespace}});
  await cluster.create({apiVersion: 'v1', kind: 'ResourceQuota', metadata: {name: 'small', namespace}, spec: {hard}});
  const quota = {apiVersion: 'v1', kind: 'ResourceQuota', namespace, name: 'small'};
  await expect.poll(() => cluster.get(quota), {timeout: 60_000}).toMatchObject({status: {hard}});
  const {kubeconfigPath} = cluster;
  return apply(await makeStack({kubeconfigPath, namespace, files: manifests(...REFUSED.map(objectOf))}));
}
