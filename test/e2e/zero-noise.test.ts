import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import type {Change, FieldChange} from '../../src/core/plan/plan.ts';
import {applied, pendingChanges} from '../rig/changes.ts';
import type {Cluster, Ref} from '../rig/cluster.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';

type Shape = {
  readonly name: string;
  /** What it has outside of its namespace. */
  readonly outside: (name: string) => readonly Ref[];
  /** What runs in a cluster beside Gantry: done, or waited for. */
  readonly controllers: (cluster: Cluster, namespace: string) => Promise<void>;
  /** Fields that are seen and left to their owner, `Kind path`. */
  readonly left?: readonly string[];
};

const definition = (plural: string, group: string): Ref => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  name: `${plural}.${group}`,
});
const admission = (kind: string, name: string): Ref => ({apiVersion: 'admissionregistration.k8s.io/v1', kind, name});
const rbac = (kind: string, name: string): Ref => ({apiVersion: 'rbac.authorization.k8s.io/v1', kind, name});
const apiService = (name: string): Ref => ({
  apiVersion: 'apiregistration.k8s.io/v1',
  kind: 'APIService',
  name: `v1beta1.${name}.example.dev`,
});

const SHAPES: readonly Shape[] = [
  {
    name: 'database',
    outside: () => [],
    controllers: async (cluster, namespace) => {
      const set = {apiVersion: 'apps/v1', kind: 'StatefulSet', namespace, name: 'postgres'};
      // As "kubectl rollout restart" of another object's owner, and as a backup operator, do it: annotations of their own.
      await cluster.patchAs('backup-operator', set, {metadata: {annotations: {'backup.example.dev/last': 'today'}}});
      const job = {apiVersion: 'batch/v1', kind: 'CronJob', namespace, name: 'postgres-backup'};
      await cluster.patchAs(
        'kube-controller-manager',
        job,
        {status: {lastScheduleTime: '2026-01-01T00:00:00Z'}},
        'status',
      );
    },
  },
  {
    name: 'web',
    outside: () => [],
    controllers: async (cluster, namespace) => {
      const web = {apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'web'};
      await cluster.patchAs('kube-controller-manager', web, {spec: {replicas: 4}}, 'scale');
      await until(async () => at(await cluster.get(web), 'status', 'readyReplicas') === 4);
      const balancer = {apiVersion: 'v1', kind: 'Service', namespace, name: 'web'};
      await cluster.patchAs(
        'cloud-controller-manager',
        balancer,
        {status: {loadBalancer: {ingress: [{ip: '10.9.8.7'}]}}},
        'status',
      );
    },
    left: ['Deployment spec.replicas'],
  },
  {
    name: 'gateway',
    outside: (name) => ['httproutes', 'monitors'].map((plural) => definition(plural, `${name}.example.dev`)),
    controllers: async (cluster, namespace) => {
      const route = {apiVersion: `${namespace}.example.dev/v1`, kind: 'HTTPRoute', namespace, name: 'canary'};
      await cluster.patchAs('gateway-controller', route, {status: {parents: [{name: 'public'}]}}, 'status');
      await cluster.patchAs('gateway-controller', route, {metadata: {finalizers: ['gateway.example.dev/seen']}});
      await cluster.patchAs('gateway-controller', route, {metadata: {finalizers: null}});
    },
  },
  {
    name: 'cluster',
    outside: (name) => [
      apiService(name),
      rbac('ClusterRole', `${name}-aggregated`),
      rbac('ClusterRole', `${name}-part`),
      rbac('ClusterRoleBinding', `${name}:part`),
      admission('MutatingWebhookConfiguration', name),
      admission('ValidatingWebhookConfiguration', name),
      {apiVersion: 'networking.k8s.io/v1', kind: 'IngressClass', name},
      {apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', name},
      {apiVersion: 'v1', kind: 'PersistentVolume', name},
      {apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', name},
    ],
    controllers: async (cluster, namespace) => {
      const caBundle = Buffer.from('-----BEGIN CERTIFICATE-----\n').toString('base64');
      const mutating = admission('MutatingWebhookConfiguration', namespace);
      const {webhooks} = (await cluster.get(mutating)) as {webhooks: JsonObject[]};
      const injected = webhooks.map((hook) => ({
        ...hook,
        clientConfig: {...(hook['clientConfig'] as JsonObject), caBundle},
      }));
      await cluster.patchAs('cert-manager-cainjector', mutating, {webhooks: injected});
      await cluster.patchAs('cert-manager-cainjector', apiService(namespace), {spec: {caBundle}});
      await until(async () => {
        const role = await cluster.get(rbac('ClusterRole', `${namespace}-aggregated`));
        return (role?.['rules'] as unknown[]).length === 1;
      });
      const claim = {apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace, name: 'bound'};
      await until(async () => at(await cluster.get(claim), 'status', 'phase') === 'Bound');
    },
    left: ['ClusterRole rules'],
  },
];

onCluster('real objects of many shapes', (cluster) => {
  for (const {name, outside, controllers, left = []} of SHAPES) {
    it(`${name}.yaml shows no change right after its apply, nor after the controllers have run`, async () => {
      const namespace = cluster.freshNamespace('shape');
      for (const ref of outside(namespace)) cluster.deleteAtEnd(ref);
      const text = readFileSync(join(import.meta.dirname, 'shapes', `${name}.yaml`), 'utf8')
        .replaceAll('GROUP', `${namespace}.example.dev`)
        .replaceAll('NAME', namespace);
      const stack = await makeStack({
        kubeconfigPath: cluster.kubeconfigPath,
        namespace,
        files: {'manifests/all.yaml': text},
      });
      // Nothing stands behind the APIService and the load balancer here: they never become ready.
      await applied(stack, ['--no-wait']);
      expect((await pendingChanges(stack)).filter(isChange)).toEqual([]);
      expect(await stack.gantry(['drift', '--exit-code'])).toMatchObject({code: 0});
      await controllers(cluster, namespace);
      const after = await pendingChanges(stack);
      expect(after.filter(isChange)).toEqual([]);
      expect(after.flatMap(leftFields)).toEqual(left);
      expect(after.flatMap(({fields}) => fields.filter(({cause}) => cause === 'added'))).toEqual([]);
      expect(await stack.gantry(['drift', '--exit-code'])).toMatchObject({code: 0});
      await applied(stack, ['--no-wait']);
      expect((await pendingChanges(stack)).filter(isChange)).toEqual([]);
      const aggregated = outside(namespace).filter(({kind}) => kind === 'APIService');
      await Promise.all(aggregated.map((ref) => cluster.delete(ref)));
      // How long the server takes to let definitions go is not what this is about.
      expect((await stack.gantry(['destroy', '--yes', '--no-wait', '--allow-delete', 'all'])).code).toBe(0);
    });
  }
});

const isChange = ({action}: Change): boolean => action !== 'unchanged';

const leftFields = ({id, fields}: Change): readonly string[] =>
  fields.filter(({yielded}: FieldChange) => yielded).map(({path}) => `${id.split(':')[1]} ${path}`);

/** The simulated node and the controllers of the cluster are asked until they have done their part. */
const until = (done: () => Promise<boolean>): Promise<void> =>
  expect.poll(done, {timeout: 60_000, interval: 200}).toBe(true);

function at(object: JsonObject | undefined, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (value as JsonObject | undefined)?.[key], object);
}
