import {get} from 'node:https';
import {type AddressInfo, createServer} from 'node:net';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import {applied} from '../rig/changes.ts';
import {configMap, deployment, manifests, service} from '../rig/objects.ts';
import {clusterHas, onCluster} from '../rig/on-cluster.ts';
import {makeStack, type Stack} from '../rig/stack.ts';
import {userOf} from '../rig/user.ts';

/** Where the simulated node's pods listen: behind this port of any pod there is the API server. */
const POD_PORT = 8080;

onCluster('gantry apply --port-forward', (cluster) => {
  const {kubeconfigPath} = cluster;
  /** What leads to a pod needs something that listens there. */
  const forwards = clusterHas('containers');
  const web = () => deployment('web', {ports: [{name: 'http', containerPort: POD_PORT}]});
  const behind = (targetPort: string | number) => service('web', {ports: [{name: 'www', port: 80, targetPort}]});

  async function stackOf(...objects: readonly JsonObject[]): Promise<{stack: Stack; namespace: string}> {
    const namespace = cluster.freshNamespace();
    const files = manifests(...objects);
    return {namespace, stack: await makeStack({kubeconfigPath, namespace, files})};
  }

  it.skipIf(!forwards).each([
    ['0:80', 'http'],
    ['0:www', POD_PORT],
    ['web:0:80', 'http'],
  ] as const)(
    '--port-forward %s leads to a ready pod of the service (%s), and to another one when it ends',
    async (flag, target) => {
      const {stack, namespace} = await stackOf(web(), behind(target), configMap('a', {a: '1'}));
      const end = new AbortController();
      const {said, ended} = forwarding(stack, ['apply', '--yes', '--port-forward', flag], end);
      await expect.poll(said, {timeout: 30_000}).toMatch(FORWARDING);
      const [, port = '', first = ''] = FORWARDING.exec(said()) ?? [];
      expect(await statusAt(Number(port))).toBe(200);
      await cluster.delete({apiVersion: 'v1', kind: 'Pod', namespace, name: first});
      await expect.poll(async () => (await statusAt(Number(port)), lastPod(said())), {timeout: 30_000}).not.toBe(first);
      expect(await statusAt(Number(port))).toBe(200);
      end.abort('SIGINT');
      expect((await ended).code).toBe(0);
      await expect(statusAt(Number(port))).rejects.toThrow();
    },
  );

  it('a local port that is in use stops an apply before it begins', async () => {
    const {stack} = await stackOf(web(), behind('http'));
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const {port} = server.address() as AddressInfo;
    const ran = await stack.gantry(['apply', '--yes', '--port-forward', `${port}:80`]);
    server.close();
    expect(ran.code).toBe(5);
    expect(ran.stderr).toContain(`Local port ${port} cannot be forwarded`);
    expect((await stack.json<{releases: unknown[]}>(['release', 'list'])).document.releases).toEqual([]);
  });

  it.skipIf(!forwards)('a saved plan forwards to the place where it was applied, from any directory', async () => {
    const {stack} = await stackOf(web(), behind('http'));
    const file = join(stack.dir, '..', 'plan.json');
    const saved = await stack.gantry(['preview', '--save', file, '-w', './workspaces/test.yaml']);
    expect(saved.code, saved.stderr).toBe(0);
    const end = new AbortController();
    const args = ['-C', '..', '-s', 'shop', 'apply', 'plan.json', '--port-forward', '0:80'];
    const {said, ended} = forwarding(stack, args, end, {GANTRY_WORKSPACE: 'elsewhere'});
    await expect.poll(said, {timeout: 30_000}).toMatch(FORWARDING);
    end.abort('SIGINT');
    expect((await ended).code).toBe(0);
  });

  it('a port that cannot be forwarded keeps the answer: stdout stays one document', async () => {
    const {stack} = await stackOf(configMap('a', {a: '1'}));
    const {code, document, stderr} = await stack.json(['apply', '--yes', '--port-forward', '0:80']);
    expect(code).toBe(1);
    expect(document).toMatchObject({outcome: 'applied', phase: 'succeeded'});
    expect(stderr).toContain('the stack has no Service');
    const stream = await stack.gantry(['apply', '--yes', '--port-forward', '0:80', '-o', 'jsonl']);
    const ends = stream.stdout.trimEnd().split('\n').slice(-2);
    expect(ends.map((line) => JSON.parse(line).type)).toEqual(['plan-made', 'result']);
  });

  it.each([
    {flag: '0:81', why: /service web: it has no port 81; it has 80 www/, spec: {}},
    {flag: 'api:0:80', why: /there is no Service api; the stack has \S+\/web/, spec: {}},
    {flag: '0:80', why: /service web: it selects no pods/, spec: {selector: null}},
  ])('--port-forward $flag without a target gives the reason after the apply', async ({flag, why, spec}) => {
    const {stack} = await stackOf(web(), service('web', {ports: [{name: 'www', port: 80}], ...spec}));
    const ran = await stack.gantry(['apply', '--yes', '--port-forward', flag]);
    expect(ran.code, ran.stderr).toBe(1);
    expect(ran.stderr).toMatch(why);
    expect(ran.stdout).toContain('succeeded');
  });

  it.each([['80'], ['x:80'], ['70000:80'], ['a:b:c:d']])('--port-forward %s is refused', async (flag) => {
    const {stack} = await stackOf(configMap('a', {a: '1'}));
    const ran = await stack.gantry(['apply', '--yes', '--port-forward', flag]);
    expect(ran.code).toBe(3);
    expect(ran.stderr).toContain('SERVICE:LOCAL:REMOTE');
  });

  it.skipIf(!forwards)('a port name that no pod has is reported, and forwarded as soon as a pod has it', async () => {
    const {stack, namespace} = await stackOf(web(), behind('metrics'));
    const end = new AbortController();
    const {said, ended} = forwarding(stack, ['apply', '--yes', '--port-forward', '0:80'], end);
    await expect.poll(said, {timeout: 30_000}).toContain('no ready pod has a port named metrics');
    const ref = {apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'web'};
    await cluster.jsonPatch(ref, [
      {op: 'replace', path: '/spec/template/spec/containers/0/ports/0/name', value: 'metrics'},
    ]);
    await expect.poll(said, {timeout: 30_000}).toMatch(FORWARDING);
    end.abort('SIGINT');
    expect((await ended).code).toBe(0);
  });

  it.skipIf(!clusterHas('users'))(
    'a user who may not watch pods is also connected to another pod when the first one ends',
    async () => {
      const namespace = cluster.freshNamespace();
      await cluster.create({apiVersion: 'v1', kind: 'Namespace', metadata: {name: namespace}});
      const files = manifests(web(), behind('http'));
      await applied(await makeStack({kubeconfigPath, namespace, files}));
      const stack = await makeStack({
        kubeconfigPath: await userOf(cluster, namespace, [
          {apiGroups: ['', 'apps'], resources: ['deployments', 'services', 'pods'], verbs: ['get', 'list', 'patch']},
          {apiGroups: [''], resources: ['pods/portforward'], verbs: ['create', 'get']},
        ]),
        namespace,
        files,
      });
      const end = new AbortController();
      const {said, ended} = forwarding(stack, ['apply', '--yes', '--adopt', 'all', '--port-forward', '0:80'], end);
      await expect.poll(said, {timeout: 30_000}).toMatch(FORWARDING);
      const [, port = '', first = ''] = FORWARDING.exec(said()) ?? [];
      await cluster.delete({apiVersion: 'v1', kind: 'Pod', namespace, name: first});
      await expect.poll(() => statusAt(Number(port)).catch(() => 0), {timeout: 30_000}).toBe(200);
      await expect.poll(async () => (await statusAt(Number(port)), lastPod(said())), {timeout: 30_000}).not.toBe(first);
      end.abort('SIGINT');
      expect((await ended).code).toBe(0);
    },
  );

  it.skipIf(!forwards)('fifty connections at once are all forwarded', async () => {
    const {stack} = await stackOf(web(), behind('http'));
    const end = new AbortController();
    const {said, ended} = forwarding(stack, ['apply', '--yes', '--port-forward', '0:80'], end);
    await expect.poll(said, {timeout: 30_000}).toMatch(FORWARDING);
    const port = Number(FORWARDING.exec(said())?.[1]);
    const answers = await Promise.all(Array.from({length: 50}, () => statusAt(port)));
    expect(new Set(answers)).toEqual(new Set([200]));
    end.abort('SIGINT');
    expect((await ended).code).toBe(0);
  });

  it.skipIf(!forwards)('an unchanged stack is forwarded, too', async () => {
    const {stack} = await stackOf(web(), behind('http'));
    await applied(stack);
    const end = new AbortController();
    const {said, ended} = forwarding(stack, ['apply', '--yes', '--port-forward', '0:80'], end);
    await expect.poll(said, {timeout: 30_000}).toMatch(FORWARDING);
    end.abort('SIGINT');
    expect(await ended).toMatchObject({code: 0, stdout: expect.stringContaining('Nothing to do')});
  });
});

const FORWARDING = /forwarding 127\.0\.0\.1:(\d+) to port \S+ of service web \(pod (\S+), port 8080\)/;

/** What listens behind the pods is the API server: anybody may ask for its version. */
const statusAt = (port: number): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const options = {host: '127.0.0.1', port, path: '/version', rejectUnauthorized: false, agent: false};
    get(options, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
    }).on('error', reject);
  });

const lastPod = (text: string): string | undefined => [...text.matchAll(new RegExp(FORWARDING, 'g'))].at(-1)?.[2];

function forwarding(
  stack: Stack,
  args: readonly string[],
  end: AbortController,
  env: Readonly<Record<string, string>> = {},
) {
  let text = '';
  const ended = stack.gantry(args, {signal: end.signal, env, onStderr: (more) => void (text += more)});
  return {said: () => text, ended};
}
