import {cp, readFile} from 'node:fs/promises';
import {delimiter, dirname, join, resolve} from 'node:path';
import {afterAll, beforeAll, expect, it, vi} from 'vitest';
import {applyRelease} from '../../src/app/plan/apply-release.ts';
import {previewRelease} from '../../src/app/plan/preview-release.ts';
import type {JsonObject} from '../../src/core/json.ts';
import {NO_PERMISSIONS} from '../../src/core/plan/permissions.ts';
import type {Change, Plan} from '../../src/core/plan/plan.ts';
import {countChanges} from '../../src/core/plan/summary.ts';
import type {Release} from '../../src/core/release/release.ts';
import {toolPath} from '../controlplane/for-tests.ts';
import {applyOf} from '../rig/deps.ts';
import {mortal} from '../rig/mortal.ts';
import {objectEvents} from '../rig/object-events.ts';
import {concurrentlyOnCluster} from '../rig/on-cluster.ts';
import {beforeAllBuild, runTool} from '../rig/other-tools.ts';
import {makeStack} from '../rig/stack.ts';

const CHARTS = resolve('test/charts');

beforeAllBuild('helm', 'helm4');

const GENERATED = `apiVersion: v1
kind: Secret
metadata: {name: random, annotations: {helm.sh/hook: "pre-install,pre-upgrade"}}
stringData: {key: {{ randAlpha 20 | lower }}}
`;

type Values = Readonly<Record<string, unknown>>;

const stackFile = (values: Values, more: JsonObject = {}) => ({
  'stack.yaml': {
    name: 'shop',
    workspace: 'test',
    sources: [{helm: {path: 'chart', release: 'web', values, ...more}}],
  },
});

concurrentlyOnCluster('hooks of a chart', (cluster) => {
  const {kubeconfigPath} = cluster;
  const pathBefore = process.env['PATH'] ?? '';
  let path = '';
  beforeAll(async () => {
    path = `${dirname((await toolPath('helm')) ?? '')}${delimiter}${pathBefore}`;
    process.env['PATH'] = path;
  });
  afterAll(() => void (process.env['PATH'] = pathBefore));

  const stackOf = async (values: Values = {}) => {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({kubeconfigPath, files: stackFile(values)});
    await cp(join(CHARTS, 'hooks-order'), join(stack.dir, 'chart'), {recursive: true});
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
    expect(applied.stderr + applied.stdout).toMatch(/succeeded/);
    expect(await jobs('web-late')).toBeDefined();
    expect(await jobs('web-early')).toBeUndefined();
    expect(await runs()).toEqual([]);
    const preview = await run('preview', '--exit-code');
    expect(preview, preview.stdout).toMatchObject({code: 0, stderr: ''});
    const {document} = await stack.json<Release>(['release', 'show']);
    expect(document.hooks?.[0]).toMatchObject({source: 'web', isInstalled: true});
  });

  it.each([
    {tool: 'helm', post: 'ready', flags: ['--wait']},
    {tool: 'helm4', post: 'ready', flags: ['--wait']},
    {tool: 'helm', post: 'applied', flags: []},
    {tool: 'helm4', post: 'applied', flags: []},
  ] as const)(
    'post hooks "$post": the order equals that of $tool $flags at every change',
    async ({tool, post, flags}) => {
      const theirs = cluster.freshNamespace();
      await cluster.create({apiVersion: 'v1', kind: 'Namespace', metadata: {name: theirs}});
      const chart = join(CHARTS, 'hooks-order');
      const helm = (...args: readonly string[]) =>
        objectEvents(cluster, theirs, () => runTool(tool, cluster, [...args, '-n', theirs, ...flags]));
      const {namespace, run, edit} = await stackOf();
      await edit({}, {hooks: {post}});
      await cluster.create({apiVersion: 'v1', kind: 'Namespace', metadata: {name: namespace}});
      const gantry = (...args: readonly string[]) =>
        objectEvents(cluster, namespace, async () => {
          const ran = await run(...args);
          expect(ran, ran.stderr + ran.stdout).toMatchObject({code: 0});
        });

      const [installed, applied] = await Promise.all([helm('install', 'web', chart), gantry('apply', '--yes')]);
      expect(applied).toEqual(installed);
      expect(installed.slice(0, 3)).toEqual(['+ ServiceAccount web-hooks', '+ Job web-early', '+ Job web-late']);

      await edit({color: 'red'}, {hooks: {post}});
      const upgrades = [helm('upgrade', 'web', chart, '--set', 'color=red'), gantry('apply', '--yes')] as const;
      const [upgraded, changed] = await Promise.all(upgrades);
      expect(changed).toEqual(upgraded);

      const rollbacks = [helm('rollback', 'web', '1'), gantry('release', 'rollback', '--to', '1', '--yes')] as const;
      const [rolledBack, back] = await Promise.all(rollbacks);
      expect(back).toEqual(rolledBack);

      // Gantry also deletes the objects that the hooks left, which Helm leaves in the cluster.
      const [uninstalled, own] = await Promise.all([helm('uninstall', 'web'), gantry('destroy', '--yes')]);
      expect(own.filter((event) => uninstalled.includes(event))).toEqual(uninstalled);
      const left = [
        'Job web-late',
        'Job web-a',
        'Job web-b',
        'ConfigMap web-note',
        'Job web-back',
        'Job web-before-end',
      ];
      expect(new Set(own.filter((event) => !uninstalled.includes(event)))).toEqual(
        new Set(left.map((one) => `- ${one}`)),
      );
    },
  );

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
    expect(await run('test')).toMatchObject({code: 3, stderr: expect.stringContaining('so its tests cannot run')});
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

  it('a run that dies during its hooks has recorded them as pending, and the next one runs them again', async () => {
    const [whole, dying] = [await stackOf(), await stackOf()];
    const counting = mortal(whole.stack);
    expect(await applyRelease(applyOf(whole.stack), counting.deps)).toMatchObject({phase: 'succeeded'});
    const quiet = mortal(whole.stack);
    const request = {directory: whole.stack.dir, operation: 'apply', permissions: NO_PERMISSIONS} as const;
    expect(countChanges(await previewRelease(request, quiet.deps))).toBe(0);
    expect(quiet.writes).toEqual([]);
    // The last request of this kind creates the last hook.
    const moment = 'after POST' as const;
    const {deps, died} = mortal(dying.stack, {moment, nth: (counting.counts.get(moment) ?? 0) - 1});
    void applyRelease(applyOf(dying.stack), deps);
    await died;
    const ran = (await dying.runs()).map((id) => id.split(':').at(-1));
    expect(ran).toEqual([
      'web-hooks@pre-install',
      'web-early@pre-install',
      'web-late@pre-install',
      'web-a@post-install',
      'web-b@post-install',
      'web-note@post-install',
    ]);
    expect(await dying.run('apply', '--yes')).toMatchObject({code: 0});
    expect(await dying.runs()).toEqual([]);
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

  /** A stack with a chart of its own, whose files the test writes. */
  const ownChart = async (files: Readonly<Record<string, unknown>>) => {
    const namespace = cluster.freshNamespace();
    const source = {helm: {path: 'chart', release: 'web', values: {}}};
    const stack = await makeStack({
      kubeconfigPath,
      files: {
        'stack.yaml': {name: 'shop', workspace: 'test', namespace, sources: [source]},
        'chart/Chart.yaml': {apiVersion: 'v2', name: 'own', version: '1.0.0'},
        ...files,
      },
    });
    return {namespace, stack, source, run: (...args: readonly string[]) => stack.gantry(args, {env: {PATH: path}})};
  };

  it('CRDs of crds/ come before the hooks, are updated, and stay without --allow-data-loss', async () => {
    const group = `${cluster.freshNamespace('g')}.example.com`;
    const kind = {apiVersion: `${group}/v1`, kind: 'Widget'};
    const crd = (more: JsonObject = {}): JsonObject => ({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: {name: `widgets.${group}`},
      spec: {
        group,
        names: {kind: 'Widget', plural: 'widgets'},
        scope: 'Namespaced',
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: {
              openAPIV3Schema: {
                type: 'object',
                properties: {spec: {type: 'object', properties: {color: {type: 'string'}, ...more}}},
              },
            },
          },
        ],
      },
    });
    const annotations = {'helm.sh/hook': 'pre-install,pre-upgrade'};
    const {namespace, stack, source, run} = await ownChart({
      'chart/crds/widgets.yaml': crd(),
      'chart/templates/first.yaml': {...kind, metadata: {name: 'first', annotations}, spec: {color: 'green'}},
      'chart/templates/second.yaml': {...kind, metadata: {name: 'second'}, spec: {color: 'green'}},
      'chart/templates/kept.yaml': {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: {name: 'kept', annotations: {'helm.sh/resource-policy': 'keep'}},
      },
    });
    const id = `apiextensions.k8s.io/v1:CustomResourceDefinition:widgets.${group}`;
    cluster.deleteAtEnd({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      name: `widgets.${group}`,
    });
    const applied = await run('apply', '--yes');
    expect(applied, applied.stdout + applied.stderr).toMatchObject({code: 0});
    expect(await run('preview', '--exit-code')).toMatchObject({code: 0});
    await stack.write({'chart/crds/widgets.yaml': crd({size: {type: 'integer'}})});
    expect(await run('apply', '--yes')).toMatchObject({code: 0, stdout: expect.stringContaining('1 updated')});
    // The source leaves the stack: the CRD and the protected object stay.
    const manifests = [{manifests: 'manifests/*'}];
    const own = {name: 'shop', workspace: 'test', namespace};
    await stack.write({
      'stack.yaml': {...own, sources: manifests},
      'manifests/a.yaml': {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'a'}},
    });
    const left = (await stack.json<Plan>(['preview'])).document;
    const actionOf = ({changes}: Plan, of: string) => changes.find((change) => change.id === of)?.action;
    expect(actionOf(left, id)).toBe('forget');
    expect(left.diagnostics).toContainEqual(expect.objectContaining({code: 'hook/crd-kept', resource: id}));
    expect(actionOf(left, `v1:ConfigMap:${namespace}:kept`)).toBe('retain');
    expect(actionOf(left, `${group}/v1:Widget:${namespace}:first`)).toBe('delete');
    const lost = (await stack.json<Plan>(['preview', '--allow-data-loss', id])).document;
    expect(lost.changes.find((change) => change.id === id)).toMatchObject({action: 'delete', effects: ['data-lost']});
    expect(lost.changes.find((change) => change.id === id)?.blocked).toBeUndefined();
    await stack.write({'stack.yaml': {...own, sources: [source]}});
    const kept = await run('destroy', '--yes');
    expect(kept, kept.stderr).toMatchObject({code: 0});
    expect(
      await cluster.get({
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'CustomResourceDefinition',
        name: `widgets.${group}`,
      }),
    ).toBeDefined();
    expect(await cluster.get({...kind, namespace, name: 'first'})).toBeUndefined();
  });

  it('a secret of a hook reaches the cluster and no record, and a delete hook takes it from the live object', async () => {
    const canary = 'canary-5b20-of-a-hook';
    const hook = (events: string, more: JsonObject = {}) => ({annotations: {'helm.sh/hook': events, ...more}});
    const job = (name: string, events: string): JsonObject => ({
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: {name, ...hook(events)},
      spec: {
        template: {
          spec: {
            restartPolicy: 'Never',
            containers: [{name: 'main', image: 'example.invalid/a:1', envFrom: [{secretRef: {name: 'token'}}]}],
          },
        },
      },
    });
    const {namespace, stack, run} = await ownChart({
      'chart/templates/secret.yaml': {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: {name: 'token', ...hook('pre-install,pre-delete', {'helm.sh/hook-weight': '-1'})},
        stringData: {token: canary},
      },
      'chart/templates/random.yaml': GENERATED,
      'chart/templates/job.yaml': job('use', 'pre-install'),
      'chart/templates/end.yaml': job('end', 'pre-delete'),
      'chart/templates/config.yaml': {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'a'}},
    });
    const applied = await run('apply', '--yes');
    expect(applied, applied.stdout + applied.stderr).toMatchObject({code: 0});
    const secret = await cluster.get({apiVersion: 'v1', kind: 'Secret', namespace, name: 'token'});
    expect(secret?.['data']).toEqual({token: Buffer.from(canary).toString('base64')});
    // A value that the chart generates is a secret of one run.
    const random = await cluster.get({apiVersion: 'v1', kind: 'Secret', namespace, name: 'random'});
    expect(Buffer.from(String((random?.['data'] as JsonObject)['key']), 'base64').toString()).toMatch(/^[a-z]{20}$/);
    expect(await run('preview', '--exit-code')).toMatchObject({code: 0});
    for (const args of [
      ['release', 'show'],
      ['preview', '--run-hooks'],
    ]) {
      const {stdout} = await stack.json(args, {env: {PATH: path}});
      expect(stdout).not.toContain(canary);
      expect(stdout).not.toContain(Buffer.from(canary).toString('base64'));
    }
    await cluster.delete({apiVersion: 'v1', kind: 'Secret', namespace, name: 'token'});
    const blocked = await run('destroy', '--yes');
    expect(blocked, blocked.stdout).toMatchObject({code: 5, stderr: expect.stringContaining('--skip-hooks')});
    expect(await run('destroy', '--yes', '--skip-hooks')).toMatchObject({code: 0});
  });

  it('a hook never replaces an object that is not a hook, and its log is part of the error', async () => {
    const {namespace, run, jobs} = await stackOf({fail: 'late'});
    const failed = await run('apply', '--yes');
    expect(failed.stdout).toContain('log of web-late');
    await cluster.delete({apiVersion: 'batch/v1', kind: 'Job', namespace, name: 'web-late'});
    const template = {spec: {restartPolicy: 'Never', containers: [{name: 'x', image: 'example.invalid/x:1'}]}};
    await vi.waitUntil(async () => (await jobs('web-late')) === undefined, 30_000);
    await cluster.create({
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: {name: 'web-late', namespace},
      spec: {suspend: true, template},
    });
    const refused = await run('apply', '--yes');
    expect(refused).toMatchObject({code: 6, stdout: expect.stringContaining('it is not a hook')});
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
