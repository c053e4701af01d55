import {join} from 'node:path';
import {kubernetesCluster} from '../../src/adapters/kubernetes/runtime/cluster.ts';
import {systemClock} from '../../src/adapters/local/clock/system-clock.ts';
import {isObject, type Json, type JsonObject} from '../../src/core/json.ts';
import {idOfObject} from '../../src/core/resource/id.ts';
import {identityOf} from '../../src/core/resource/identity.ts';
import type {Resource} from '../../src/core/resource/resource.ts';
import {type RuntimeWorld, runtimeContract, type Wants} from '../contract/runtime.ts';
import type {Cluster} from '../rig/cluster.ts';
import {accessBy} from '../rig/kubernetes-backends.ts';
import {configMap, deployment, failing, namespaceObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {scratchDirectory} from '../rig/scratch.ts';
import {networkOfSuite} from '../rig/worker-sandbox.ts';

onCluster('the contract of runtimes', (cluster) => {
  runtimeContract('of Kubernetes', () => open(cluster));
});

const resource = (namespace: string, {metadata, ...object}: JsonObject): Resource => {
  const attributes = {...object, metadata: {...(isObject(metadata) ? metadata : {}), namespace}};
  return {id: idOfObject(attributes), type: 'Kubernetes', attributes, dependsOn: [], extensions: {}};
};

/** A ConfigMap, or a Secret where it has a secret, or a type that cannot change. */
function objectOf(name: string, {size, place, from, secret}: Wants = {}): JsonObject {
  const data = {
    ...(size === undefined ? {} : {size}),
    ...(from === undefined ? {} : {taken: `\${ref:${from.id}#metadata.uid}`}),
  };
  if (place === undefined && secret === undefined) return configMap(name, data);
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {name},
    type: `example.com/${place ?? 'any'}`,
    stringData: {...data, ...(secret === undefined ? {} : {password: secret})},
  };
}

async function open(cluster: Cluster): Promise<RuntimeWorld> {
  const namespace = cluster.freshNamespace('runtime');
  await cluster.create(namespaceObject(namespace));
  const clock = networkOfSuite()?.clock ?? systemClock;
  const connected = await kubernetesCluster(await accessBy(cluster.kubeconfigPath), {
    cacheDir: join(await scratchDirectory(), 'cache'),
    clock,
    ...networkOfSuite(),
    onEvent: () => undefined,
    signal: new AbortController().signal,
  });
  const made = (object: JsonObject): Resource => resource(namespace, object);
  const workload = (how: Parameters<typeof failing>[0]) => async (name: string) =>
    made(deployment(name, {annotations: failing(how)}));
  const refOf = ({attributes}: Resource) => identityOf(attributes);
  return {
    runtime: connected.runtime,
    clock,
    make: (name, wants) => made(objectOf(name, wants)),
    stuck: workload('never-ready'),
    broken: workload('image-pull'),
    paths: {size: 'data.size', taken: 'data.taken', secret: 'data.password'},
    look: async (one) => {
      const found = await cluster.get(refOf(one));
      if (found === undefined) return undefined;
      const {data, metadata} = found;
      const [values, meta] = [isObject(data) ? data : {}, isObject(metadata) ? metadata : {}];
      return {
        size: values['size'],
        taken: values['taken'],
        secret: decoded(values['password']),
        allocated: meta['uid'],
      };
    },
    occupy: async ({attributes}) => void (await cluster.createAs('kubectl-create', attributes)),
    edit: async (one, size) => void (await cluster.patchAs('kubectl-edit', refOf(one), {data: {size}})),
    remove: (one) => cluster.delete(refOf(one)),
    close: () => connected.close(),
  };
}

const decoded = (value: Json | undefined): string | undefined =>
  typeof value === 'string' ? Buffer.from(value, 'base64').toString() : undefined;
