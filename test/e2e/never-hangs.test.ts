import {describe, expect, inject, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import {applied, pendingChanges} from '../rig/changes.ts';
import {behaving, configMap, manifests, namespaceObject, service, widgetDefinition, workload} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';
import {userOf} from '../rig/user.ts';

type Applied = {
  readonly steps: readonly {readonly id: string; readonly outcome: string; readonly failure?: JsonObject}[];
};

const never = {annotations: behaving('never-ready')};
const scaler = (spec: JsonObject): JsonObject => ({
  scaleTargetRef: {apiVersion: 'apps/v1', kind: 'Deployment', name: 'zero'},
  maxReplicas: 3,
  ...spec,
});
const job = {
  restartPolicy: 'Never',
  terminationGracePeriodSeconds: 0,
  containers: [{name: 'app', image: 'nginx:1.27'}],
};

/** Objects of which nobody will ever say more than they say at once; `group` is that of a kind that reports nothing. */
const quiet = (group: string): readonly (readonly [string, JsonObject])[] => [
  ['a Service without a selector', {...service('by-hand'), spec: {ports: [{port: 80}]}}],
  [
    'a Service that is another name',
    {...service('elsewhere'), spec: {type: 'ExternalName', externalName: 'example.dev'}},
  ],
  ['a headless Service', service('headless', {clusterIP: 'None'})],
  ['a Service that nothing is behind', service('alone')],
  ['a CronJob', cronJob('nightly', {})],
  ['a suspended CronJob', cronJob('paused-nightly', {suspend: true})],
  [
    'an Ingress without a controller',
    object(
      'networking.k8s.io/v1',
      'Ingress',
      'door',
      {spec: {defaultBackend: {service: {name: 'alone', port: {number: 80}}}}},
      {'gantry.dev/test-address': 'none'},
    ),
  ],
  [
    'a claim that binds when it is first used',
    object('v1', 'PersistentVolumeClaim', 'later', {
      spec: {
        accessModes: ['ReadWriteOnce'],
        storageClassName: `wait.${group}`,
        resources: {requests: {storage: '1Gi'}},
      },
    }),
  ],
  ['a suspended Job', workload('Job', 'suspended', {spec: {suspend: true}, pod: {restartPolicy: 'Never'}})],
  [
    'a Job that goes when it has ended',
    workload('Job', 'fleeting', {spec: {ttlSecondsAfterFinished: 0}, pod: {restartPolicy: 'Never'}}),
  ],
  ['a paused Deployment', workload('Deployment', 'paused', {spec: {paused: true}})],
  ['a Deployment of no pods', workload('Deployment', 'zero', {spec: {replicas: 0}})],
  ['a StatefulSet of no pods', workload('StatefulSet', 'no-state', {spec: {replicas: 0}})],
  [
    'a StatefulSet whose user replaces its pods',
    workload('StatefulSet', 'by-user', {spec: {updateStrategy: {type: 'OnDelete'}}}),
  ],
  [
    'a DaemonSet that no node is for',
    workload('DaemonSet', 'nowhere', {pod: {nodeSelector: {'example.dev/none': 'here'}}}),
  ],
  [
    'an autoscaler without metrics',
    object('autoscaling/v2', 'HorizontalPodAutoscaler', 'scaler', {
      spec: scaler({
        metrics: [{type: 'Resource', resource: {name: 'cpu', target: {type: 'Utilization', averageUtilization: 50}}}],
      }),
    }),
  ],
  [
    'a disruption budget',
    object('policy/v1', 'PodDisruptionBudget', 'budget', {
      spec: {minAvailable: 1, selector: {matchLabels: {app: 'alone'}}},
    }),
  ],
  ['a quota', object('v1', 'ResourceQuota', 'quota', {spec: {hard: {'count/secrets': '100'}}})],
  ['a kind that reports nothing', object(`${group}/v1`, 'Widget', 'silent', {spec: {}})],
];

function object(
  apiVersion: string,
  kind: string,
  name: string,
  rest: JsonObject,
  annotations: JsonObject = {},
): JsonObject {
  return {apiVersion, kind, metadata: {name, annotations}, ...rest};
}

function cronJob(name: string, more: JsonObject): JsonObject {
  return object('batch/v1', 'CronJob', name, {
    spec: {schedule: '0 3 * * *', jobTemplate: {spec: {template: {spec: job}}}, ...more},
  });
}

onCluster('waiting for readiness', (cluster) => {
  const {kubeconfigPath} = cluster;
  const given = inject('cluster');
  const signs = given.kind === 'up' && given.signsUsers;

  describe('a wait that cannot succeed', () => {
    let running: Promise<Applied['steps']> | undefined;
    const steps = async (): Promise<Applied['steps']> => (running ??= run());
    const group = `w${cluster.freshNamespace().replaceAll('-', '')}.example`;

    async function run(): Promise<Applied['steps']> {
      const wait = {apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', name: `wait.${group}`};
      const definition = {
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'CustomResourceDefinition',
        name: `widgets.${group}`,
      };
      for (const ref of [wait, definition]) cluster.deleteAtEnd(ref);
      const {name, ...kind} = wait;
      await cluster.create({
        ...kind,
        metadata: {name},
        provisioner: 'example.dev/none',
        volumeBindingMode: 'WaitForFirstConsumer',
      });
      const files = manifests(widgetDefinition({group}), ...quiet(group).map(([, one]) => one));
      const stack = await makeStack({kubeconfigPath, namespace: cluster.freshNamespace(), files});
      const {document, code, stdout} = await stack.json<Applied>(['apply', '--yes', '--timeout', '60s']);
      expect(code, stdout).toBe(0);
      return document.steps;
    }

    it.each(quiet(group).map(([title, one]) => ({title, one})))('$title', async ({one}) => {
      const {name} = one['metadata'] as {readonly name: string};
      expect((await steps()).find(({id}) => id.endsWith(`:${name}`))).toMatchObject({outcome: 'done'});
    });
  });

  it('failing pods of an older template do not stop the rollout of a fix', async () => {
    const kinds = ['Deployment', 'StatefulSet', 'DaemonSet'];
    const spec = (kind: string): JsonObject => (kind === 'StatefulSet' ? {podManagementPolicy: 'Parallel'} : {});
    const files = (annotations: JsonObject) =>
      manifests(...kinds.map((kind) => workload(kind, kind.toLowerCase(), {annotations, spec: spec(kind)})));
    const stack = await makeStack({
      kubeconfigPath,
      namespace: cluster.freshNamespace(),
      files: files(behaving('crash-loop')),
    });
    const failed = await stack.json<Applied>(['apply', '--yes']);
    expect(failed.code).toBe(6);
    expect(failed.document.steps.filter(({outcome}) => outcome === 'failed')).toHaveLength(3);
    // Slow enough that the crashing pods are looked at meanwhile.
    await stack.write(files({...behaving('slow'), 'gantry.dev/test-pod-delay': '6s'}));
    await applied(stack);
    expect(await pendingChanges(stack)).toEqual([]);
  });

  it('a wait ends with the timeout of the run, and shows what is missing and what the cluster reports', async () => {
    const files = manifests(workload('Deployment', 'web', never));
    const stack = await makeStack({kubeconfigPath, namespace: cluster.freshNamespace(), files});
    const ran = await stack.gantry(['apply', '--yes', '--timeout', '2s']);
    expect(ran.code).toBe(6);
    expect(ran.stdout).toMatch(/web is not ready after 2 s.*: Available: 0\/1; pod web-\S+: ContainersNotReady/);
    expect(ran.stdout).toMatch(
      / {2}! Unhealthy, Pod web-\S+: Readiness probe failed: HTTP probe failed with statuscode: 503/,
    );
    expect(ran.stdout).toMatch(/ {2}log of web-\S+, container app:\n {2}\| starting\n/);
  });

  it.skipIf(!signs)('a wait also ends for a user who may not read pods, events and logs', async () => {
    const namespace = cluster.freshNamespace();
    await cluster.create(namespaceObject(namespace));
    const rights = [{apiGroups: ['apps'], resources: ['deployments'], verbs: ['*']}];
    const user = await userOf(cluster, namespace, rights);
    const files = manifests(
      workload('Deployment', 'web', {annotations: behaving('crash-loop'), spec: {progressDeadlineSeconds: 5}}),
    );
    const stack = await makeStack({kubeconfigPath: user, namespace, files});
    const ran = await stack.json<Applied>(['apply', '--yes', '--timeout', '30s']);
    expect(ran.code, ran.stdout).toBe(6);
    expect(ran.document.steps.find(({outcome}) => outcome === 'failed')?.failure).toMatchObject({
      code: 'object/failed',
      detail: 'Progress deadline exceeded',
    });
    expect(ran.stdout).not.toContain('trouble');
  });

  it('a wait for a namespace that is not deleted names the remaining objects and their finalizers', async () => {
    const name = cluster.freshNamespace();
    const ref = {apiVersion: 'v1', kind: 'ConfigMap', namespace: name, name: 'held'};
    await cluster.create(namespaceObject(name));
    await cluster.create(configMap('held', {}, {namespace: name, finalizers: ['example.dev/hold']}));
    await cluster.delete({apiVersion: 'v1', kind: 'Namespace', name});
    try {
      const stack = await makeStack({kubeconfigPath, files: manifests(namespaceObject(name))});
      const ran = await stack.gantry(['apply', '--yes', '--timeout', '8s']);
      expect(ran.code).toBe(6);
      expect(ran.stdout).toMatch(
        new RegExp(`v1:Namespace:${name} still exists after 8 s, the time limit of the whole run: `),
      );
      expect(ran.stdout).toContain('configmaps. has 1 resource instances');
      expect(ran.stdout).toContain('example.dev/hold in 1 resource instances');
      expect(ran.stdout).not.toContain('finalizers kubernetes');
    } finally {
      await cluster.patchAs('other', ref, {metadata: {finalizers: null}});
    }
  });
});
