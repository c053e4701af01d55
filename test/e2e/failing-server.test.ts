import {randomInt} from 'node:crypto';
import {Readable} from 'node:stream';
import {buffer} from 'node:stream/consumers';
import {expect, it, onTestFinished} from 'vitest';
import type {Transport} from '../../src/adapters/kubernetes/runtime/client/connection/transport.ts';
import {TransportError} from '../../src/adapters/kubernetes/runtime/client/connection/transport-error.ts';
import type {WireAnswer} from '../../src/adapters/kubernetes/runtime/client/connection/wire.ts';
import {applyRelease} from '../../src/app/plan/apply-release.ts';
import {destroyed, pendingChanges} from '../rig/changes.ts';
import {applyOf, depsOf} from '../rig/deps.ts';
import {fastClock} from '../rig/fast-clock.ts';
import {configMap, deployment, failing, manifests} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {randomOf} from '../rig/random-source.ts';
import {sampleApplication} from '../rig/sample-application.ts';
import {makeStack} from '../rig/stack.ts';
import {changedKubeconfig} from './support/kubeconfigs.ts';
import {connectProxy} from './support/tunnels.ts';

const seed = Number(process.env['GANTRY_SEED'] ?? randomInt(2 ** 31));

const refusal = (code: number, reason: string, headers: Record<string, string> = {}): WireAnswer => ({
  status: code,
  headers,
  warnings: [],
  body: Readable.from([Buffer.from(JSON.stringify({kind: 'Status', code, reason, message: reason}))]),
});

/** How a server fails: before it did what it was asked to do, or after. */
const FAULTS: readonly ((send: () => Promise<WireAnswer>) => Promise<WireAnswer>)[] = [
  async () => refusal(429, 'TooManyRequests', {'retry-after': '0'}),
  async () => refusal(503, 'ServiceUnavailable'),
  async () => refusal(500, 'InternalError'),
  async () => {
    throw new TransportError('unsent', new Error('GOAWAY'));
  },
  async (send) => {
    (await send()).body.destroy();
    return refusal(504, 'Timeout');
  },
  async (send) => {
    (await send()).body.destroy();
    throw new TransportError('unanswered', Object.assign(new Error('reset'), {code: 'ECONNRESET'}));
  },
];

onCluster(`failing server (GANTRY_SEED=${seed})`, (cluster) => {
  const {kubeconfigPath} = cluster;

  it('a server that fails sometimes, before and after the request, does not stop an apply and a destroy', async () => {
    const random = randomOf(seed);
    const faulty = (transport: Transport): Transport => ({
      ...transport,
      send: (request, credential) => {
        const send = () => transport.send(request, credential);
        return random.chance(0.2) ? random.pick(FAULTS)(send) : send();
      },
    });
    const stack = await makeStack({kubeconfigPath, namespace: cluster.freshNamespace(), files: sampleApplication()});
    const ran = await applyRelease(applyOf(stack), depsOf(stack, {transport: faulty}));
    expect(ran).toMatchObject({kind: 'applied', phase: 'succeeded'});
    expect(await pendingChanges(stack)).toEqual([]);
    const gone = await applyRelease(applyOf(stack, {operation: 'destroy'}), depsOf(stack, {transport: faulty}));
    expect(gone).toMatchObject({kind: 'applied', phase: 'succeeded'});
  });

  it('a server that creates the namespace of the stack and loses the answer is asked again', async () => {
    let lost = 0;
    const silent = (transport: Transport): Transport => ({
      ...transport,
      send: async (request, credential) => {
        const answer = await transport.send(request, credential);
        if (request.method !== 'POST' || !/\/namespaces(?:\?|$)/.test(request.path) || lost++ > 0) return answer;
        answer.body.destroy();
        throw new TransportError('unanswered', Object.assign(new Error('reset'), {code: 'ECONNRESET'}));
      },
    });
    const files = manifests(configMap('a', {a: '1'}));
    const stack = await makeStack({kubeconfigPath, namespace: cluster.freshNamespace(), files});
    const ran = await applyRelease(applyOf(stack), depsOf(stack, {transport: silent}));
    expect(ran).toMatchObject({kind: 'applied', phase: 'succeeded'});
    expect(lost).toBe(2);
  });

  it('a server that fails permanently ends the run with the writes recorded, and an interrupt ends its retries at once', async () => {
    const stack = await makeStack({
      kubeconfigPath,
      namespace: cluster.freshNamespace(),
      files: manifests(configMap('first', {a: '1'}), configMap('second', {a: '1'}, {annotations: {}})),
    });
    const interrupt = new AbortController();
    const busy = (transport: Transport): Transport => ({
      ...transport,
      send: async (request, credential) =>
        request.method === 'PATCH' && request.path.includes('/second?') && !request.path.includes('dryRun')
          ? refusal(503, 'ServiceUnavailable', {'retry-after': '60'})
          : transport.send(request, credential),
    });
    const deps = depsOf(stack, {
      transport: busy,
      signal: interrupt.signal,
      onEvent: ({type}) => type === 'retry' && interrupt.abort('SIGINT'),
    });
    const begin = performance.now();
    const ran = await applyRelease(applyOf(stack), deps);
    expect(performance.now() - begin).toBeLessThan(30_000);
    expect(ran).toMatchObject({phase: 'interrupted', failure: {code: 'cancelled', run: {done: 2, total: 3}}});
    expect((await pendingChanges(stack)).map(({id}) => id)).toEqual([expect.stringContaining(':second')]);
    await destroyed(stack);
  });

  it.each([
    {
      name: 'with an error',
      end: (body: Readable) => body.destroy(Object.assign(new Error('reset'), {code: 'ECONNRESET'})),
    },
    {name: 'as if it were whole', end: (body: Readable) => body.push(null)},
  ])('a list that ends in the middle $name is read again', async ({end}) => {
    let cuts = 0;
    const cutting = (transport: Transport): Transport => ({
      ...transport,
      send: async (request, credential) => {
        const answer = await transport.send(request, credential);
        if (!request.path.includes('/configmaps?limit=') || cuts >= 2) return answer;
        cuts++;
        const whole = await buffer(answer.body);
        const body = new Readable({read: () => undefined});
        body.push(whole.subarray(0, whole.length / 2));
        end(body);
        return {...answer, body};
      },
    });
    const objects = Array.from({length: 40}, (_, i) => configMap(`c-${i}`, {a: '1'}));
    const stack = await makeStack({kubeconfigPath, namespace: cluster.freshNamespace(), files: manifests(...objects)});
    await applyRelease(applyOf(stack), depsOf(stack));
    const again = await applyRelease(applyOf(stack), depsOf(stack, {transport: cutting}));
    expect({again, cuts}).toMatchObject({again: {kind: 'unchanged'}, cuts: 2});
    await destroyed(stack);
  });

  it('an apply with a silent watch still notices that an object is ready', async () => {
    const namespace = cluster.freshNamespace();
    const web = {apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'web'};
    let silent = 0;
    const muted = (transport: Transport): Transport => ({
      ...transport,
      send: async (request, credential) => {
        const answer = await transport.send(request, credential);
        if (!request.path.includes('/deployments?watch=true')) return answer;
        answer.body.on('error', () => undefined).destroy();
        // What it waits for comes after the list.
        if (silent++ === 0) await cluster.patchAs('someone', web, {spec: {replicas: 0}}, 'scale');
        return {...answer, body: new Readable({read: () => undefined})};
      },
    });
    const files = manifests(deployment('web', {annotations: failing('never-ready')}));
    const stack = await makeStack({kubeconfigPath, namespace, files});
    // A watch is silent when it has sent no bookmark for two and a half minutes.
    const ran = await applyRelease(applyOf(stack), depsOf(stack, {transport: muted, clock: fastClock(100)}));
    expect({ran, silent}).toMatchObject({ran: {kind: 'applied', phase: 'succeeded'}, silent: 1});
    await destroyed(stack);
  });

  it('a server that drops its connections is asked again: writes, waits and watches continue over new ones', async () => {
    const proxy = await connectProxy('me', 'secret');
    onTestFinished(proxy.close);
    const namespace = cluster.freshNamespace();
    const kubeconfig = changedKubeconfig(kubeconfigPath, ({clusters: [first]}) => {
      if (first !== undefined) first.cluster['proxy-url'] = proxy.url;
    });
    const stack = await makeStack({
      namespace,
      files: {
        ...manifests(deployment('web', {annotations: failing('never-ready')}), configMap('settings', {a: '1'})),
        'workspaces/test.yaml': {context: {kubeconfig_path: 'own.kubeconfig'}},
        'workspaces/own.kubeconfig': kubeconfig,
      },
    });
    const web = {apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'web'};
    let scaled = false;
    const cutting = depsOf(stack, {
      onEvent: (event) => {
        if (event.type === 'step-applied') proxy.cut();
        if (event.type !== 'step-waiting' || !event.id.endsWith(':web')) return;
        // What it waits for comes while no connection stands. Before that it may be told of what is seen in between, or not.
        if (scaled || !event.message.startsWith('Available')) return;
        scaled = true;
        proxy.cut();
        void cluster.patchAs('someone', web, {spec: {replicas: 0}}, 'scale');
      },
    });
    const ran = await applyRelease(applyOf(stack), cutting);
    expect(ran).toMatchObject({kind: 'applied', phase: 'succeeded'});
    expect(proxy.asked.length).toBeGreaterThan(2);
    await destroyed(stack);
  });
});
