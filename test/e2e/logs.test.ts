import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, inject, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import {idOfObject} from '../../src/core/resource/id.ts';
import {applied} from '../rig/changes.ts';
import {configMap, deployment, failing, manifests} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack, type Stack} from '../rig/stack.ts';
import {userOf} from '../rig/user.ts';

type Line = {readonly id: string; readonly pod: string; readonly container: string; readonly line: string};
type Logs = {readonly log: readonly Line[]; readonly pods: number; readonly containers: number; readonly lines: number};

/** What every container of the simulated node writes. */
const WRITTEN = ['starting', 'warning: this container is simulated', 'ready'];

const POD_SPEC = {
  terminationGracePeriodSeconds: 0,
  initContainers: [{name: 'prepare', image: 'busybox'}],
  containers: [{name: 'app', image: 'nginx'}],
};
const template = (name: string, spec: JsonObject = {}): JsonObject => ({
  metadata: {labels: {app: name}},
  spec: {...POD_SPEC, ...spec},
});
const workload = (kind: string, name: string, spec: JsonObject = {}): JsonObject => ({
  apiVersion: kind === 'Job' ? 'batch/v1' : 'apps/v1',
  kind,
  metadata: {name},
  spec: {
    ...(kind === 'Job' ? {} : {selector: {matchLabels: {app: name}}}),
    template: template(name, kind === 'Job' ? {restartPolicy: 'Never'} : {}),
    ...spec,
  },
});
const cronJob = (name: string): JsonObject => ({
  apiVersion: 'batch/v1',
  kind: 'CronJob',
  metadata: {name},
  spec: {
    schedule: '0 0 1 1 *',
    jobTemplate: {spec: {template: template(name, {restartPolicy: 'Never'})}},
  },
});

onCluster('gantry logs', (cluster) => {
  const {kubeconfigPath} = cluster;
  const given = inject('cluster');
  const signs = given.kind === 'up' && given.signsUsers;

  async function running(...objects: readonly JsonObject[]): Promise<{stack: Stack; namespace: string}> {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(...objects)});
    await applied(stack);
    return {stack, namespace};
  }

  it('logs are merged in the order of their times, each line with its pod and container', async () => {
    const {stack} = await running(deployment('web', {replicas: 2}), deployment('api'), configMap('a', {a: '1'}));
    const {stdout, code, stderr} = await stack.gantry(['logs']);
    expect(code, stderr).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(9);
    const pods = Map.groupBy(lines, (line) => line.slice(0, line.indexOf(' ')));
    expect([...pods.values()].map((own) => own.map((line) => line.replace(/^(web|api)-\w+-\w+ app \| /, '')))).toEqual([
      WRITTEN,
      WRITTEN,
      WRITTEN,
    ]);
    const all = (await stack.gantry(['logs', '--timestamps'])).stdout.trimEnd().split('\n');
    const times = all.map((line) => Date.parse(line.split(' ')[3] ?? ''));
    expect(times).toHaveLength(9);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times.filter((time) => !(time > 0))).toEqual([]);

    const stamped = await stack.gantry(['logs', '--target', '*:api', '--timestamps', '--tail', '1']);
    expect(stamped.stdout).toMatch(/^api-\w+-\w+ app \| \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z ready\n$/);
    const coloured = await stack.gantry(['logs', '--tail', '1', '--color', 'always']);
    const colours = coloured.stdout
      .split('\n')
      .slice(0, 3)
      .map((line) => line.slice(0, line.indexOf('m')));
    expect(new Set(colours).size).toBe(3);
  });

  it.each([
    ['Deployment', workload('Deployment', 'it')],
    ['StatefulSet', workload('StatefulSet', 'it', {serviceName: 'it'})],
    ['DaemonSet', workload('DaemonSet', 'it')],
    ['ReplicaSet', workload('ReplicaSet', 'it')],
    ['Job', workload('Job', 'it')],
    ['Pod', {apiVersion: 'v1', kind: 'Pod', metadata: {name: 'it'}, spec: POD_SPEC}],
  ] as const)(
    'logs of one %s contain the lines of its pods, including init containers, and nothing else',
    async (_, object) => {
      const {stack, namespace} = await running(object, deployment('other', {selector: 'it-not'}));
      const id = idOfObject({...object, metadata: {name: 'it', namespace}});
      const {document} = await stack.json<Logs>(['logs', id]);
      expect(document).toMatchObject({pods: 1, containers: 2, lines: 6});
      expect(new Set(document.log.map((line) => line.id))).toEqual(new Set([id]));
      expect(new Set(document.log.map((line) => line.container))).toEqual(new Set(['prepare', 'app']));
      const only = await stack.json<Logs>(['logs', id, '--container', 'prepare', '--previous']);
      expect(only.document.log.map(({line}) => line)).toEqual(WRITTEN);
    },
  );

  it('logs of a CronJob are those of the pods of its Jobs', async () => {
    const {stack, namespace} = await running(cronJob('nightly'));
    expect((await stack.gantry(['logs'])).stderr).toContain('No pod of shop/shop runs in test.');
    const owner = await cluster.get({apiVersion: 'batch/v1', kind: 'CronJob', namespace, name: 'nightly'});
    const {uid = ''} = owner?.['metadata'] as {uid?: string};
    await cluster.create({
      ...workload('Job', 'nightly-1'),
      metadata: {
        name: 'nightly-1',
        namespace,
        ownerReferences: [{apiVersion: 'batch/v1', kind: 'CronJob', name: 'nightly', uid, controller: true}],
      },
    });
    await expect
      .poll(async () => (await stack.json<Logs>(['logs'])).document, {timeout: 20_000})
      .toMatchObject({pods: 1, containers: 2});
    const {document} = await stack.json<Logs>(['logs']);
    expect(document.log[0]?.id).toBe(`batch/v1:CronJob:${namespace}:nightly`);
  });

  it('logs of a retried Job are those of every attempt, including failed ones', async () => {
    const namespace = cluster.freshNamespace();
    const job = {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: {name: 'migrate'},
      spec: {
        backoffLimit: 1,
        template: {
          metadata: {annotations: failing('crash-loop')},
          spec: {restartPolicy: 'Never', containers: [{name: 'app', image: 'migrate:1'}]},
        },
      },
    };
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(job)});
    expect((await stack.gantry(['apply', '--yes'])).code).toBe(6);
    const {document} = await stack.json<Logs>(['logs']);
    expect(document).toMatchObject({pods: 2, containers: 2, lines: 6});
    expect(Map.groupBy(document.log, ({pod}) => pod).size).toBe(2);
    // What has failed for good writes nothing more: who follows it comes to an end.
    const followed = await stack.gantry(['logs', '-f']);
    expect(followed.code, followed.stderr).toBe(0);
    expect(followed.stdout.trimEnd().split('\n')).toHaveLength(6);
  });

  it('logs of a StatefulSet are those of each of its pods, by name', async () => {
    const {stack} = await running(workload('StatefulSet', 'db', {serviceName: 'db', replicas: 2}));
    const {document} = await stack.json<Logs>(['logs', 'StatefulSet', '--container', 'app', '--tail', '1']);
    expect(document.log.map(({pod}) => pod).toSorted()).toEqual(['db-0', 'db-1']);
  });

  it('logs name the reason of a container that has not started, which is not an error', async () => {
    const namespace = cluster.freshNamespace();
    const files = manifests(deployment('web', {annotations: failing('image-pull')}));
    const stack = await makeStack({kubeconfigPath, namespace, files});
    await applied(stack, ['--no-wait']);
    await expect
      .poll(async () => (await stack.gantry(['logs'])).stderr, {timeout: 20_000})
      .toMatch(/web-\w+-\w+ app has not started yet: (ErrImagePull|ImagePullBackOff)/);
    expect(await stack.gantry(['logs'])).toMatchObject({code: 0, stdout: ''});
  });

  it('logs are limited by --since', async () => {
    const {stack} = await running(deployment('web'));
    const {stdout: stamped} = await stack.gantry(['logs', '--timestamps']);
    // That of the real control plane has been written long ago, that of the sandbox now.
    const age = Math.max(0, Math.ceil((Date.now() - Date.parse(stamped.split(' ')[3] ?? '')) / 1000));
    const all = await stack.gantry(['logs', '--since', String(age + 3600)]);
    expect(all.stdout.trimEnd().split('\n')).toHaveLength(WRITTEN.length);
    await expect.poll(async () => (await stack.gantry(['logs', '--since', '1'])).stdout, {timeout: 20_000}).toBe('');
    const {code, stderr} = await stack.gantry(['logs', '--since', '1']);
    expect([code, stderr]).toEqual([0, expect.stringContaining('No lines from 1 container.')]);
  });

  it('logs never show a secret of the stack', async () => {
    const secret: JsonObject = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: {name: 'word'},
      stringData: {word: 'this container is simulated'},
    };
    const {stack} = await running(deployment('web'), secret);
    const ran = await stack.gantry(['logs', '-o', 'json']);
    expect(ran.stdout).toContain('warning: ***');
    await stack.gantry(['logs', '--report', 'json=logs.json']);
    const report = await readFile(join(stack.dir, 'logs.json'), 'utf8');
    expect(JSON.parse(report)).toMatchObject({log: JSON.parse(ran.stdout).log});
    expect(ran.stdout + ran.stderr + report).not.toContain('simulated');
  });

  it('logs refuse a container that no pod has, and list the existing ones', async () => {
    const {stack} = await running(deployment('web'), configMap('a', {a: '1'}));
    const rows = [
      [['logs', '--container', 'ap'], /--container ap: no pod has such a container.*[\s\S]*Did you mean app\?/],
      [['logs', '--target', 'ConfigMap'], /has no pods/],
      [['logs', 'apps/v1:Deployment:nowhere:web'], /the stack has no such resource/],
    ] as const;
    for (const [args, why] of rows) {
      const ran = await stack.gantry(args);
      expect(ran.code, ran.stderr).toBe(3);
      expect(ran.stderr + ran.stdout).toMatch(why);
    }
  });

  describe('followed logs', () => {
    it('followed logs contain each line once, add new pods, and end successfully at Ctrl-C', async () => {
      const {stack, namespace} = await running(deployment('web'));
      const end = new AbortController();
      const {lines, ended} = following(stack, ['logs', '-f', '--tail', '1', '-o', 'jsonl'], end);
      await expect.poll(lines, {timeout: 20_000}).toHaveLength(1);
      const web = {apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'web'};
      await cluster.patchAs('other', web, {spec: {replicas: 2}});
      // Of who joins later everything is new.
      await expect.poll(lines, {timeout: 20_000}).toHaveLength(4);
      end.abort('SIGINT');
      expect((await ended).code).toBe(0);
      const pods = Map.groupBy(lines(), ({pod}) => pod);
      expect([...pods.values()].map((own) => own.map(({line}) => line))).toEqual([['ready'], WRITTEN]);
    });

    it('followed logs of a Job end with the Job', async () => {
      const {stack} = await running(workload('Job', 'migrate'));
      const {stdout, code} = await stack.gantry(['logs', '-f']);
      expect(code).toBe(0);
      expect(stdout.trimEnd().split('\n')).toHaveLength(6);
    });
  });

  it.skipIf(!signs)('logs need the permission to read them, and name a missing one', async () => {
    const namespace = cluster.freshNamespace();
    await cluster.create({apiVersion: 'v1', kind: 'Namespace', metadata: {name: namespace}});
    const limited = await userOf(cluster, namespace, [
      {apiGroups: ['', 'apps'], resources: ['deployments', 'pods'], verbs: ['*']},
    ]);
    const stack = await makeStack({kubeconfigPath: limited, namespace, files: manifests(deployment('web'))});
    await applied(stack);
    for (const args of [['logs'], ['logs', '-f']]) {
      const ran = await stack.gantry(args);
      expect(ran.code, ran.stderr).toBe(4);
      expect(ran.stderr).toContain('pods/log');
    }
  });
});

/** A command that goes on, and the log lines that it has told so far. */
function following(stack: Stack, args: readonly string[], end: AbortController) {
  const told: string[] = [];
  const ended = stack.gantry(args, {signal: end.signal, onStdout: (text) => void told.push(text)});
  const lines = (): readonly Line[] =>
    told
      .join('')
      .split('\n')
      .filter((line) => line.includes('"type":"log"'))
      .map((line) => JSON.parse(line) as Line);
  return {lines, ended};
}
