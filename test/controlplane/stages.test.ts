import {randomUUID} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {afterAll, beforeAll, describe, expect, inject, it, vi} from 'vitest';
import {apiClient} from './client.ts';

const given = inject('cluster');
// Only with kwok do pods behave as told here.
const path =
  given.kind === 'up' && given.of === 'control plane' && given.signsUsers && given.lacks.length === 0
    ? given.kubeconfigPath
    : undefined;

describe.skipIf(path === undefined)(`the simulated node (${given.name})`, () => {
  const ask = path === undefined ? undefined : administrator(readFileSync(path, 'utf8'));
  const namespace = `stages-${randomUUID()}`;
  const core = `/api/v1/namespaces/${namespace}`;
  const account = `${core}/serviceaccounts/default`;
  const batch = `/apis/batch/v1/namespaces/${namespace}`;
  const containers = [{name: 'c', image: 'example/c:1'}];

  beforeAll(async () => {
    await create('/api/v1/namespaces', {metadata: {name: namespace}});
    await vi.waitFor(async () => expect(await get(account)).toHaveProperty('metadata.uid'), {timeout: 10_000});
  });
  afterAll(async () => {
    await ask?.('DELETE', `/api/v1/namespaces/${namespace}`);
  });

  it.each([
    {name: 'runs a pod', kind: 'none', phase: 'Running', ready: 'True', state: {running: {}}},
    {name: 'makes a slow pod ready after a while', kind: 'slow', phase: 'Running', ready: 'True', state: {running: {}}},
    {name: 'keeps a pod unready', kind: 'never-ready', phase: 'Running', ready: 'False', state: {running: {}}},
    {
      name: 'reports an image that cannot be pulled',
      kind: 'image-pull',
      phase: 'Pending',
      ready: 'False',
      state: {waiting: {reason: 'ImagePullBackOff'}},
    },
    {
      name: 'lets a pod crash repeatedly',
      kind: 'crash-loop',
      phase: 'Running',
      ready: 'False',
      state: {waiting: {reason: 'CrashLoopBackOff'}},
    },
    {
      name: 'reports an invalid image name',
      kind: 'image-name',
      phase: 'Pending',
      ready: 'False',
      state: {waiting: {reason: 'InvalidImageName'}},
    },
    {
      name: 'reports a missing Secret',
      kind: 'config-error',
      phase: 'Pending',
      ready: 'False',
      state: {waiting: {reason: 'CreateContainerConfigError'}},
    },
    {
      name: 'reports a volume that cannot be mounted',
      kind: 'failed-mount',
      phase: 'Pending',
      ready: 'False',
      state: {waiting: {reason: 'ContainerCreating'}},
    },
    {
      name: 'reports a program that cannot be started',
      kind: 'not-executable',
      phase: 'Pending',
      ready: 'False',
      state: {waiting: {reason: 'CrashLoopBackOff'}},
    },
    {name: 'lets a pod crash once', kind: 'crash-once', phase: 'Running', ready: 'True', state: {running: {}}},
  ])('the simulated node $name', async ({kind, phase, ready, state}) => {
    const annotations = {'gantry.dev/test-pod': kind, 'gantry.dev/test-pod-delay': '1s'};
    await create(`${core}/pods`, {metadata: {name: kind, annotations}, spec: {containers}});
    const conditions = expect.arrayContaining([expect.objectContaining({type: 'Ready', status: ready})]);
    const status = {phase, conditions, containerStatuses: [{state}]};
    await expect.poll(() => get(`${core}/pods/${kind}`), {timeout: 10_000}).toMatchObject({status});
  });

  it('the simulated node evicts a pod', async () => {
    const annotations = {'gantry.dev/test-pod': 'evicted'};
    await create(`${core}/pods`, {metadata: {name: 'evicted', annotations}, spec: {containers}});
    const status = {phase: 'Failed', reason: 'Evicted'};
    await expect.poll(() => get(`${core}/pods/evicted`), {timeout: 10_000}).toMatchObject({status});
  });

  it.each([
    {name: 'completes a Job', kind: 'none', condition: 'Complete'},
    {name: 'fails a Job whose pods crash', kind: 'crash-loop', condition: 'Failed'},
  ])('the simulated node $name', async ({kind, condition}) => {
    const template = {
      metadata: {annotations: {'gantry.dev/test-pod': kind}},
      spec: {restartPolicy: 'Never', containers},
    };
    await create(`${batch}/jobs`, {metadata: {name: kind}, spec: {backoffLimit: 0, template}});
    const conditions = expect.arrayContaining([expect.objectContaining({type: condition, status: 'True'})]);
    await expect.poll(() => get(`${batch}/jobs/${kind}`), {timeout: 10_000}).toMatchObject({status: {conditions}});
  });

  it('the simulated node binds a PVC and gives a LoadBalancer an address', async () => {
    const spec = {accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '1Gi'}}};
    await create(`${core}/persistentvolumeclaims`, {metadata: {name: 'data'}, spec});
    await create(`${core}/services`, {metadata: {name: 'lb'}, spec: {type: 'LoadBalancer', ports: [{port: 80}]}});
    const claim = expect.poll(() => get(`${core}/persistentvolumeclaims/data`), {timeout: 10_000});
    await claim.toMatchObject({status: {phase: 'Bound'}});
    const service = expect.poll(() => get(`${core}/services/lb`), {timeout: 10_000});
    await service.toMatchObject({status: {loadBalancer: {ingress: [{ip: '192.0.2.10'}]}}});
  });

  const get = async (path: string): Promise<unknown> => (await ask?.('GET', path))?.body;
  const create = async (path: string, body: unknown): Promise<void> => {
    expect(await ask?.('POST', path, body)).toMatchObject({status: 201});
  };
});

function administrator(kubeconfig: string): ReturnType<typeof apiClient> {
  const text = (key: string) => new RegExp(`${key}: (\\S+)`).exec(kubeconfig)?.[1] ?? '';
  const pem = (key: string) => Buffer.from(text(key), 'base64').toString();
  const identity = {cert: pem('client-certificate-data'), key: pem('client-key-data')};
  return apiClient({server: text('server'), ca: pem('certificate-authority-data'), identity});
}
