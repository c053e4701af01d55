import {randomBytes} from 'node:crypto';
import {expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import {once} from '../../src/lib/once.ts';
import {applied, destroyed, pendingChanges} from '../rig/changes.ts';
import {configMap, deployment, failing, manifests, widgetDefinition} from '../rig/objects.ts';
import {clusterHas, onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';

/** A kind that no controller of the test cluster knows: its status is what a test writes. */
const group = `health-${randomBytes(3).toString('hex')}.example`;
const apiVersion = `${group}/v1`;
const free: JsonObject = {type: 'object', 'x-kubernetes-preserve-unknown-fields': true};
const definition = widgetDefinition({group, kind: 'Database', schema: free, status: true});

const database = (name: string, annotations?: JsonObject): JsonObject => ({
  apiVersion,
  kind: 'Database',
  metadata: {name, ...(annotations === undefined ? {} : {annotations})},
  spec: {size: 1},
});

const stackFile = (namespace: string, more: JsonObject) => ({
  'stack.yaml': {name: 'shop', workspace: 'test', namespace, sources: [{manifests: 'manifests/**/*'}], ...more},
});

onCluster('health rules', (cluster) => {
  const {kubeconfigPath} = cluster;
  const defined = once(async () => {
    await cluster.create(definition);
    cluster.deleteAtEnd({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      name: `databases.${group}`,
    });
    const {discovery} = cluster.client;
    const served = async () => {
      await discovery.refresh(apiVersion);
      return discovery.resourceFor({apiVersion, kind: 'Database'});
    };
    await expect.poll(served, {timeout: 20_000}).toBeDefined();
  });
  const ref = (namespace: string, name: string) => ({apiVersion, kind: 'Database', namespace, name});
  const say = (namespace: string, name: string, status: JsonObject) =>
    cluster.patchAs('controller', ref(namespace, name), {status}, 'status');
  const seen = (namespace: string, name: string) =>
    expect.poll(() => cluster.get(ref(namespace, name)), {timeout: 20_000}).toBeDefined();
  const workspace = (health: readonly JsonObject[]) => ({
    'workspaces/test.yaml': {name: 'test', context: {kubeconfig_path: kubeconfigPath}, health},
  });

  it('dependants wait until the health rule of an object holds, and the annotation has priority over stack and workspace', async () => {
    await defined();
    const namespace = cluster.freshNamespace();
    const after = {annotations: {'gantry.dev/order': `after ${apiVersion}:Database:${namespace}:main`}};
    const stack = await makeStack({
      kubeconfigPath,
      files: {
        ...stackFile(namespace, {health: [{kind: 'Database', ready: 'false'}]}),
        ...workspace([{kind: 'Database', ready: 'true'}]),
        ...manifests(
          database('main', {'gantry.dev/ready': 'status.phase == "Running" && status.nodes >= spec.size'}),
          configMap('dependant', {a: '1'}, after),
        ),
      },
    });
    const running = stack.gantry(['apply', '--yes', '--timeout', '60s', '-o', 'jsonl']);
    await seen(namespace, 'main');
    await say(namespace, 'main', {phase: 'Running', nodes: 0});
    expect(await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'dependant'})).toBeUndefined();
    await say(namespace, 'main', {phase: 'Running', nodes: 1});
    const ran = await running;
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.stdout).toMatch(/its health rule cannot be evaluated yet: (phase|nodes) does not exist/);
    expect(await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'dependant'})).toBeDefined();
    expect(await pendingChanges(stack)).toEqual([]);
  });

  it('`failed` ends the wait at once, with the message of the object', async () => {
    await defined();
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({
      kubeconfigPath,
      files: {
        ...stackFile(namespace, {
          health: [{group, kind: 'Database', ready: 'status.phase == "Running"', failed: 'status.phase == "Broken"'}],
        }),
        ...manifests(database('main')),
      },
    });
    const running = stack.gantry(['apply', '--yes']);
    await seen(namespace, 'main');
    await say(namespace, 'main', {phase: 'Broken', message: 'the disk is full'});
    const {code, stdout, stderr} = await running;
    expect(code, stderr).toBe(6);
    expect(stdout + stderr).toContain(
      'its health rule reports a failure: status.phase == "Broken"; its status says: the disk is full',
    );
  });

  it('a rule may shorten the wait of a resource, and the failure names the limit', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({
      kubeconfigPath,
      files: {
        ...stackFile(namespace, {health: [{kind: 'Deployment', name: 'web', timeout: '1s'}]}),
        ...manifests(deployment('web', {annotations: failing('never-ready')})),
      },
    });
    const own = await stack.gantry(['apply', '--yes']);
    expect(own.code, own.stderr).toBe(6);
    expect(own.stdout + own.stderr).toMatch(/web is not ready after 1 s, the timeout of its health rule: /);
    await stack.write(stackFile(namespace, {health: [{kind: 'Deployment', timeout: '1h'}]}));
    const capped = await stack.gantry(['apply', '--yes', '--timeout', '1s']);
    expect(capped.code).toBe(6);
    expect(capped.stdout + capped.stderr).toMatch(/web is not ready after 1 s, the time limit of the whole run: /);
  });

  it('with a `failed` rule, crashing pods are reported and end no wait', async () => {
    const namespace = cluster.freshNamespace();
    const crashing = manifests(deployment('web', {annotations: failing('crash-loop')}));
    const stack = await makeStack({kubeconfigPath, files: {...stackFile(namespace, {}), ...crashing}});
    const early = await stack.json<{error: {causes: readonly {code: string}[]}}>([
      'apply',
      '--yes',
      '--timeout',
      '25s',
    ]);
    expect(early.document.error.causes).toMatchObject([{code: 'object/failed'}]);
    await stack.write(stackFile(namespace, {health: [{kind: 'Deployment', failed: 'false', timeout: '5s'}]}));
    const patient = await stack.json<{error: {causes: readonly JsonObject[]}}>(['apply', '--yes']);
    expect(patient.document.error.causes).toMatchObject([
      {code: 'object/not-ready', limit: 'rule', seconds: 5, detail: expect.stringContaining('CrashLoopBackOff')},
    ]);
  });

  it('a deletion has the time limit of the rule', async () => {
    const namespace = cluster.freshNamespace();
    const held = {apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'held'};
    const stack = await makeStack({
      kubeconfigPath,
      files: {
        ...stackFile(namespace, {}),
        ...workspace([{kind: 'ConfigMap', timeout: '500ms'}]),
        ...manifests(configMap('held', {a: '1'})),
      },
    });
    await applied(stack);
    await cluster.patchAs('someone', held, {metadata: {finalizers: ['example.com/hold']}});
    const {code, stdout, stderr} = await stack.gantry(['destroy', '--yes']);
    await cluster.patchAs('someone', held, {metadata: {finalizers: null}});
    expect(code, stderr).toBe(6);
    expect(stdout + stderr).toMatch(
      /held still exists after 0\.5 s, the timeout of its health rule: it is being deleted; blocked by the finalizers example\.com\/hold\./,
    );
    await destroyed(stack);
  });

  it('a custom resource without a controller is waited for 5 s, once for its kind, and not at all on a sandbox', async () => {
    const namespace = cluster.freshNamespace();
    const own = `quiet-${randomBytes(3).toString('hex')}.example`;
    const conditions = {type: 'array', items: {type: 'object', properties: {type: {type: 'string'}}}};
    const crd = widgetDefinition({group: own, schema: free, status: {type: 'object', properties: {conditions}}});
    const widget = (name: string): JsonObject => ({
      apiVersion: `${own}/v1`,
      kind: 'Widget',
      metadata: {name},
      spec: {},
    });
    const after = (name: string): JsonObject => ({
      ...widget(name),
      metadata: {name, annotations: {'gantry.dev/order': `after ${own}/v1:Widget:${namespace}:first`}},
    });
    const stack = await makeStack({
      kubeconfigPath,
      files: {...stackFile(namespace, {}), ...manifests(crd, widget('first'), after('second'))},
    });
    const {code, stdout, stderr} = await stack.gantry(['apply', '--yes', '-o', 'jsonl']);
    expect(code, stderr).toBe(0);
    const waited = stdout
      .split('\n')
      .filter((line) => line.includes('waiting for its controller to report a condition'));
    const isWaitedFor = (name: string): boolean => waited.some((line) => line.includes(`:${name}"`));
    expect([isWaitedFor('first'), isWaitedFor('second')]).toEqual([clusterHas('containers'), false]);
    await destroyed(stack);
  });

  it('a release keeps the rules of its stack, which apply again without the files', async () => {
    const namespace = cluster.freshNamespace();
    const web = {apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'web'};
    const stack = await makeStack({
      kubeconfigPath,
      files: {
        ...stackFile(namespace, {health: [{kind: 'Deployment', ready: 'metadata.generation >= 1'}]}),
        ...manifests(deployment('web', {replicas: 1, annotations: failing('never-ready')})),
      },
    });
    await applied(stack);
    await cluster.patchAs('someone', web, {
      spec: {template: {spec: {containers: [{name: 'app', image: 'nginx:1.0'}]}}},
    });
    await stack.write(stackFile(namespace, {}));
    await applied(stack, ['--revision', 'current', '--timeout', '30s']);
    const {document} = await stack.json<{health?: readonly JsonObject[]}>(['release', 'show']);
    expect(document.health).toMatchObject([{kind: 'Deployment', ready: 'metadata.generation >= 1'}]);
  });

  it('all mistakes in expressions are reported at once, with their place, before the cluster is contacted', async () => {
    const stack = await makeStack({
      kubeconfigPath: '/nowhere/kubeconfig',
      files: {
        'stack.yaml':
          'name: shop\nworkspace: test\nsources: [{manifests: "manifests/*"}]\nhealth:\n  - kind: Database\n    ready: status.phase == Running\n    failed: size(status.errors)\n',
        'workspaces/test.yaml':
          'context: {kubeconfig_path: /nowhere/kubeconfig}\nhealth:\n  - kind: Database\n    ready: |\n      status.ready &&\n      statis.x\n',
        'manifests/a.yaml':
          'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  annotations:\n    gantry.dev/ready: "data.x =="\n',
      },
    });
    const apply = await stack.gantry(['apply', '--yes']);
    expect(apply.code).toBe(3);
    expect(apply.stderr).toContain('stack.yaml:6:28: error: `ready`: the variable `Running` does not exist');
    expect(apply.stderr).toContain('stack.yaml:7:13: error: `failed`: a condition must be a bool, not an int');
    expect(apply.stderr).toContain('workspaces/test.yaml:6:7: error: `ready`: the variable `statis` does not exist');
    expect(apply.stderr).toMatch(/manifests\/a\.yaml:6:33: error: gantry\.dev\/ready: the expression ends too early/);
    const validated = await stack.gantry(['validate']);
    expect(validated.code).toBe(3);
    expect(validated.stderr).toContain('stack.yaml:6:28');
  });

  it('a rule of the stack that matches no object is a warning', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({
      kubeconfigPath,
      files: {
        ...stackFile(namespace, {health: [{kind: 'Deploymnet', timeout: '1m'}]}),
        ...manifests(configMap('a', {a: '1'})),
      },
    });
    const {stderr, stdout, code} = await stack.gantry(['preview']);
    expect(code).toBe(0);
    expect(stdout + stderr).toContain('this `health` rule matches no object of the stack: there is no Deploymnet');
  });
});
