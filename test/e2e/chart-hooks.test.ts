import {readFile} from 'node:fs/promises';
import {delimiter, dirname, join, resolve} from 'node:path';
import {beforeAll, expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import type {Change, Plan} from '../../src/core/plan/plan.ts';
import type {Release} from '../../src/core/release/release.ts';
import {toolPath} from '../controlplane/for-tests.ts';
import {objectEvents} from '../rig/object-events.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {beforeAllBuild, runTool} from '../rig/other-tools.ts';
import {makeStack} from '../rig/stack.ts';

const CHARTS = resolve('test/charts');

beforeAllBuild('helm', 'helm4');

type Values = Readonly<Record<string, unknown>>;

const stackFile = (values: Values, more: JsonObject = {}) => ({
  'stack.yaml': {
    name: 'shop',
    workspace: 'test',
    sources: [{helm: {path: join(CHARTS, 'hooks-order'), release: 'web', values, ...more}}],
  },
});

onCluster('hooks of a chart', (cluster) => {
  const {kubeconfigPath} = cluster;
  let path = '';
  beforeAll(async () => {
    path = `${dirname((await toolPath('helm')) ?? '')}${delimiter}${process.env['PATH'] ?? ''}`;
  });

  const stackOf = async (values: Values = {}) => {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({kubeconfigPath, files: stackFile(values)});
    const inNamespace = (content: ReturnType<typeof stackFile>) => ({
      'stack.yaml': {...content['stack.yaml'], namespace},
    });
    await stack.write(inNamespace(stackFile(values)));
    const env = {PATH: path};
    return {
      namespace,
      stack,
      edit: (next: Values, more?: JsonObject) => stack.write(inNamespace(stackFile(next, more))),
      run: (...args: readonly string[]) => stack.gantry(args, {env}),
      runs: async (...args: readonly string[]) =>
        hooksOf((await stack.json<Plan>(['preview', ...args], {env})).document),
      jobs: (name: string) => cluster.get({apiVersion: 'batch/v1', kind: 'Job', namespace, name}),
    };
  };

  it('an install runs its hooks in order, and a second preview changes nothing', async () => {
    const {namespace, stack, run, runs, jobs} = await stackOf();
    const id = (name: string, kind = 'batch/v1:Job') => `${kind}:${namespace}:${name}`;
    const planned = await runs();
    expect(planned).toEqual([
      `${id('web-hooks', 'v1:ServiceAccount')}@pre-install`,
      `${id('web-early')}@pre-install`,
      `${id('web-late')}@pre-install`,
      `${id('web-a')}@post-install`,
      `${id('web-b')}@post-install`,
      `${id('web-note', 'v1:ConfigMap')}@post-install`,
    ]);
    const applied = await run('apply', '--yes');
    expect(applied, applied.stderr + applied.stdout).toMatchObject({code: 0});
    expect(await jobs('web-late')).toBeDefined();
    expect(await jobs('web-early')).toBeUndefined();
    expect(await runs()).toEqual([]);
    const preview = await run('preview', '--exit-code');
    expect(preview, preview.stdout).toMatchObject({code: 0, stderr: ''});
    const {document} = await stack.json<Release>(['release', 'show']);
    expect(document.hooks?.[0]).toMatchObject({source: 'web', isInstalled: true});
  });

  it.each(['helm', 'helm4'] as const)('the order equals that of %s at install, upgrade and uninstall', async (tool) => {
    const theirs = cluster.freshNamespace();
    await cluster.create({apiVersion: 'v1', kind: 'Namespace', metadata: {name: theirs}});
    const chart = join(CHARTS, 'hooks-order');
    const helm = (...args: readonly string[]) =>
      objectEvents(cluster, theirs, () => runTool(tool, cluster, [...args, '-n', theirs, '--wait']));
    const {namespace, run, edit} = await stackOf();
    await cluster.create({apiVersion: 'v1', kind: 'Namespace', metadata: {name: namespace}});
    const gantry = (...args: readonly string[]) =>
      objectEvents(cluster, namespace, async () => {
        const ran = await run(...args);
        expect(ran, ran.stderr + ran.stdout).toMatchObject({code: 0});
      });

    const installed = await helm('install', 'web', chart);
    expect(await gantry('apply', '--yes')).toEqual(installed);
    expect(installed.slice(0, 3)).toEqual(['+ ServiceAccount web-hooks', '+ Job web-early', '+ Job web-late']);

    const upgraded = await helm('upgrade', 'web', chart, '--set', 'color=red');
    await edit({color: 'red'});
    expect(await gantry('apply', '--yes')).toEqual(upgraded);

    const rolledBack = await helm('rollback', 'web', '1');
    expect(await gantry('release', 'rollback', '--to', '1', '--yes')).toEqual(rolledBack);

    const uninstalled = await helm('uninstall', 'web');
    // Gantry also deletes the objects that the hooks left, which Helm leaves in the cluster.
    const own = await gantry('destroy', '--yes');
    expect(own.filter((event) => uninstalled.includes(event))).toEqual(uninstalled);
    const left = ['Job web-late', 'Job web-a', 'Job web-b', 'ConfigMap web-note', 'Job web-back', 'Job web-before-end'];
    expect(new Set(own.filter((event) => !uninstalled.includes(event)))).toEqual(
      new Set(left.map((one) => `- ${one}`)),
    );
  });

  it('a failed pre hook stops the whole source, and the next apply runs it again', async () => {
    const {namespace, stack, run, runs, edit} = await stackOf({fail: 'late'});
    const failed = await run('apply', '--yes');
    expect(failed, failed.stdout).toMatchObject({code: 6});
    expect(failed.stderr).toContain(`batch/v1:Job:${namespace}:web-late@pre-install`);
    expect(await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'web-config'})).toBeUndefined();
    const {document} = await stack.json<Release>(['release', 'show']);
    expect(document).toMatchObject({phase: 'failed', hooks: [{isInstalled: false}]});
    expect(document.hooks?.[0]?.hooks.map(({id, outcome}) => [id.split(':').at(-1), outcome])).toEqual(
      expect.arrayContaining([
        ['web-early', 'done'],
        ['web-late', 'failed'],
        ['web-a', 'pending'],
      ]),
    );
    // The hook that succeeded does not run again. What it needs would come with it.
    expect((await runs()).map((id) => id.split(':').at(-1))).toEqual([
      'web-hooks@pre-install',
      'web-late@pre-install',
      'web-a@post-install',
      'web-b@post-install',
      'web-note@post-install',
    ]);
    await edit({});
    expect(await runs()).toContain(`batch/v1:Job:${namespace}:web-early@pre-install`);
    const again = await run('apply', '--yes');
    expect(again, again.stderr).toMatchObject({code: 0});
    expect(await runs()).toEqual([]);
  });

  it('a part of a source runs no hook, and --run-hooks runs the hooks of an unchanged one', async () => {
    const {namespace, stack, run, runs} = await stackOf();
    await stack.write({
      'manifests/other.yaml': {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'other'}},
    });
    const stackYaml = JSON.parse(await readFile(join(stack.dir, 'stack.yaml'), 'utf8')) as JsonObject;
    await stack.write({
      'stack.yaml': {...stackYaml, sources: [...(stackYaml['sources'] as JsonObject[]), {manifests: 'manifests/*'}]},
    });
    expect(await runs('--target', `v1:ConfigMap:${namespace}:other`)).toEqual([]);
    const part = await run('apply', '--yes', '--target', `v1:ConfigMap:${namespace}:other`);
    expect(part, part.stderr).toMatchObject({code: 0});
    expect(part.stdout + part.stderr).toContain('no hook of web runs');
    expect(await runs()).toHaveLength(6);
    expect((await run('apply', '--yes', '--skip-hooks')).code).toBe(0);
    expect(await runs()).toEqual([]);
    expect(await runs('--run-hooks')).toHaveLength(5);
  });

  it('a saved plan runs exactly its hooks, and is stale when the chart changed', async () => {
    const {stack, run, edit} = await stackOf();
    const saved = await run('preview', '--save', 'plan.json');
    expect(saved, saved.stderr).toMatchObject({code: 0});
    await edit({color: 'blue'});
    expect(await run('apply', 'plan.json', '--yes')).toMatchObject({code: 5});
    await edit({});
    const applied = await run('apply', 'plan.json', '--yes');
    expect(applied, applied.stderr).toMatchObject({code: 0});
    expect((await stack.json<Release>(['release', 'show'])).document.summary).toMatchObject({run: 6});
  });

  it('gantry test runs the test hooks, and an apply never does', async () => {
    const {namespace, run, edit, jobs, stack} = await stackOf();
    const id = `batch/v1:Job:${namespace}:web-check@test`;
    expect(await run('test')).toMatchObject({code: 3, stderr: expect.stringContaining('nothing to test')});
    expect((await run('apply', '--yes')).code).toBe(0);
    expect(await jobs('web-check')).toBeUndefined();
    const passed = await stack.json<JsonObject>(['test'], {env: {PATH: path}});
    expect(passed, passed.stderr).toMatchObject({
      code: 0,
      document: {outcome: 'passed', tests: [{id, source: 'web', outcome: 'passed'}], diagnostics: []},
    });
    expect(await jobs('web-check')).toBeDefined();
    await edit({fail: 'check', color: 'red'});
    const report = join(stack.dir, 'junit.xml');
    const failed = await run('test', '--report', `junit=${report}`);
    expect(failed, failed.stderr).toMatchObject({code: 1, stdout: expect.stringContaining('1 test failed')});
    expect(failed.stdout).toContain(id);
    expect(failed.stderr).toContain('has changes that are not applied');
    expect(await readFile(report, 'utf8')).toContain('<failure');
    expect((await stack.json<Release>(['release', 'list'])).stdout).not.toContain('"revision": 2');
    // What a test left is deleted with the stack.
    expect((await run('destroy', '--yes')).code).toBe(0);
    expect(await jobs('web-check')).toBeUndefined();
  });

  it('post hooks wait until the objects are ready, and with "post: applied" only until they are applied', async () => {
    const {namespace, run, edit, jobs} = await stackOf({pod: 'never-ready'});
    const late = await run('apply', '--yes', '--timeout', '8');
    expect(late).toMatchObject({code: 6, stdout: expect.stringContaining('`hooks: {post: applied}`')});
    expect(await jobs('web-a')).toBeUndefined();
    await edit({pod: 'never-ready'}, {hooks: {post: 'applied'}});
    const applied = await run('apply', '--yes', '--timeout', '8');
    expect(applied, applied.stdout).toMatchObject({code: 6});
    expect(applied.stdout).not.toContain('`hooks: {post: applied}`');
    expect(await jobs('web-a'), namespace).toBeDefined();
  });

  it('a failed upgrade rolls back with the rollback hooks', async () => {
    const {namespace, stack, run, edit, jobs} = await stackOf();
    expect((await run('apply', '--yes')).code).toBe(0);
    await edit({fail: 'a', color: 'red'});
    const failed = await run('apply', '--yes', '--rollback-on-failure');
    expect(failed, failed.stdout).toMatchObject({
      code: 6,
      stdout: expect.stringContaining('Rolled back to revision 1'),
    });
    expect(await jobs('web-back')).toBeDefined();
    const config = await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'web-config'});
    expect(config?.['data']).toEqual({color: 'green'});
    const {document} = await stack.json<Release>(['release', 'show']);
    expect(document).toMatchObject({phase: 'succeeded', from: {revision: 1}, summary: {run: 2}});
  });

  it('an interrupted hook runs again, although nothing changed', async () => {
    const {run, runs, stack} = await stackOf({slow: 'late'});
    const controller = new AbortController();
    const stopped = await stack.gantry(['apply', '--yes', '-o', 'jsonl'], {
      env: {PATH: path},
      signal: controller.signal,
      onStdout: (text) => {
        if (/"step-applied".*web-late@pre-install/.test(text)) controller.abort('SIGINT');
      },
    });
    expect(stopped, stopped.stderr).toMatchObject({code: 130});
    expect((await runs()).map((id) => id.split(':').at(-1))).toContain('web-late@pre-install');
    const {document} = await stack.json<Release>(['release', 'show']);
    expect(document).toMatchObject({phase: 'interrupted', hooks: [{isInstalled: false}]});
    expect((await run('preview')).stdout).toContain('the Job runs again');
  });

  it('a source that leaves the stack runs its delete hooks, and nothing of it stays', async () => {
    const {namespace, stack, run, jobs} = await stackOf();
    expect(await run('apply', '--yes')).toMatchObject({code: 0});
    await stack.write({
      'stack.yaml': {name: 'shop', workspace: 'test', namespace, sources: [{manifests: 'manifests/*'}]},
      'manifests/other.yaml': {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'other'}},
    });
    const preview = (await stack.json<Plan>(['preview'])).document;
    expect(hooksOf(preview).map((id) => id.split(':').at(-1))).toEqual([
      'web-before-end@pre-delete',
      'web-after-end@post-delete',
    ]);
    const applied = await run('apply', '--yes', '--allow-delete', 'all');
    expect(applied, applied.stderr).toMatchObject({code: 0});
    for (const name of ['web-late', 'web-a', 'web-before-end', 'web-after-end'])
      expect(await jobs(name), name).toBeUndefined();
    expect((await stack.json<Release>(['release', 'show'])).document.hooks).toBeUndefined();
    expect(hooksOf((await stack.json<Plan>(['preview'])).document)).toEqual([]);
  });
});

const hooksOf = ({changes}: Plan): readonly string[] =>
  changes.filter(({action}: Change) => action === 'run').map(({id}) => id);
