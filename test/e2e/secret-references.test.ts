import {expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import type {Change} from '../../src/core/plan/plan.ts';
import {canary, everythingWritten} from '../rig/canaries.ts';
import {applied, destroyed, pendingChanges} from '../rig/changes.ts';
import {expectNoLeak, runAll} from '../rig/leak-check.ts';
import {installWebhook, type Mutation} from '../rig/mutating-webhook.ts';
import {configMap, deployment, namespaceObject} from '../rig/objects.ts';
import {clusterHas, onCluster} from '../rig/on-cluster.ts';
import {makeStack, type Stack} from '../rig/stack.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const PASSWORD = {name: 'PASSWORD', value: 'ref://db/password'};
const VALUE = 'spec.template.spec.containers[name="app"].env[name="PASSWORD"].value';

const stackFile = (namespace: string): JsonObject => ({
  name: 'shop',
  workspace: 'test',
  namespace,
  sources: [{manifests: 'manifests/**/*', references: true}],
});

const keys = {apiVersion: 'v1', kind: 'Secret', metadata: {name: 'keys'}};

const job = (name: string, image: string): JsonObject => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: {name},
  spec: {template: {spec: {restartPolicy: 'Never', containers: [{name: 'app', image, env: [PASSWORD]}]}}},
});

type PodTemplate = {template: {spec: {containers: readonly JsonObject[]}}};

const withContainers = (object: JsonObject, change: (containers: readonly JsonObject[]) => readonly JsonObject[]) => {
  const spec = object['spec'] as PodTemplate & JsonObject;
  const pod = spec.template.spec;
  return {...object, spec: {...spec, template: {...spec.template, spec: {...pod, containers: change(pod.containers)}}}};
};

const withContainer = (object: JsonObject, more: JsonObject): JsonObject =>
  withContainers(object, (containers) => [...containers, more]);

/** Puts a container before all others, with a copy of the first one's password: it moves them, and has the value, too. */
const copyIntoFirst: Mutation = (object) => {
  const containers = (object['spec'] as Partial<PodTemplate> | undefined)?.template?.spec.containers ?? [];
  const [first, own] = [containers[0], containers.find(({name}) => name === 'app')];
  if (first === undefined || own === undefined) return [];
  const [env] = (own['env'] ?? []) as readonly JsonObject[];
  const value = {name: 'mesh', image: 'mesh:1', env: [{name: 'COPY', value: env?.['value'] ?? 'none'}]};
  const path = '/spec/template/spec/containers/0';
  return [{op: first['name'] === 'mesh' ? 'replace' : 'add', path, value}];
};

type Scene = {
  readonly stack: Stack;
  readonly namespace: string;
  readonly web: {apiVersion: string; kind: string; namespace: string; name: string};
  /** Puts another value into the store. */
  readonly rotate: (value: string) => Promise<void>;
};

onCluster('a value of a secret store', (cluster) => {
  async function scene(objects: readonly JsonObject[], password: string, files: JsonObject = {}): Promise<Scene> {
    const namespace = cluster.freshNamespace();
    await cluster.create(namespaceObject(namespace));
    const stack = await makeStack({
      namespace,
      files: {
        'stack.yaml': stackFile(namespace),
        'manifests/all.yaml': {apiVersion: 'v1', kind: 'List', items: objects},
        'workspaces/test.yaml': {
          name: 'test',
          context: {kubeconfig_path: cluster.kubeconfigPath},
          secretStore: {provider: {file: {path: '../secrets'}}},
        },
        ...files,
      },
    });
    const rotate = (value: string): Promise<void> => stack.write({'secrets/db': JSON.stringify({password: value})});
    await rotate(password);
    return {stack, namespace, rotate, web: {apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'web'}};
  }

  const envOf = async (web: Scene['web'], container = 'app'): Promise<string | undefined> => {
    type Containers = readonly {name: string; env?: readonly {name: string; value: string}[]}[];
    const live = (await cluster.get(web)) as {spec: {template: {spec: {containers: Containers}}}};
    const {containers} = live.spec.template.spec;
    return containers.find(({name}) => name === container)?.env?.find(({name}) => name === 'PASSWORD')?.value;
  };

  it('a secret replaces its reference, and changes nothing as long as it is the same', async () => {
    const secret = canary('first');
    const objects = [
      deployment('web', {env: [PASSWORD, {name: 'URL', value: 'pg://u:${ref://db/password}@h'}]}),
      {apiVersion: 'v1', kind: 'Secret', metadata: {name: 'keys'}, data: {own: 'ref://db/password'}},
      {apiVersion: 'v1', kind: 'Secret', metadata: {name: 'plain'}, stringData: {own: 'x-${ref://db/password}'}},
    ];
    const {stack, namespace, web} = await scene(objects, secret);
    await applied(stack);
    expect(await envOf(web)).toBe(secret);
    const secretObject = (name: string) => cluster.get({apiVersion: 'v1', kind: 'Secret', namespace, name});
    expect(await secretObject('keys')).toMatchObject({data: {own: base64(secret)}});
    expect(await secretObject('plain')).toMatchObject({data: {own: base64(`x-${secret}`)}});
    expect(await pendingChanges(stack)).toEqual([]);
  });

  it('a rotated secret has the cause secret, and the plan shows the restart of the pods', async () => {
    const {stack, rotate, web} = await scene(
      [
        deployment('web', {env: [PASSWORD]}),
        {apiVersion: 'v1', kind: 'Secret', metadata: {name: 'keys'}, stringData: {own: 'ref://db/password'}},
      ],
      canary('before'),
    );
    await applied(stack);
    const after = canary('after');
    await rotate(after);
    const changes = await pendingChanges(stack);
    const at = {file: expect.stringContaining('all.yaml'), line: expect.any(Number), column: expect.any(Number)};
    expect(changes).toMatchObject([
      {id: expect.stringContaining('Deployment'), action: 'update', effects: ['pods-restart']},
      {id: expect.stringContaining('Secret'), action: 'update'},
    ]);
    expect(changes.map(({fields}) => fields)).toEqual([
      [{path: VALUE, sensitive: true, cause: 'secret', at}],
      [{path: 'data.own', sensitive: true, cause: 'secret', at}],
    ]);
    await applied(stack);
    expect(await envOf(web)).toBe(after);
    expect(await pendingChanges(stack)).toEqual([]);
  });

  it('a changed live value is drift, rotated or not, and the old value is never shown', async () => {
    const secrets = {store: canary('store'), drift: canary('drift'), rotated: canary('rotated')};
    const {stack, rotate, web} = await scene([deployment('web', {env: [PASSWORD]})], secrets.store);
    await applied(stack);
    const env = [{name: 'PASSWORD', value: secrets.drift}];
    await cluster.patchAs('kubectl-edit', web, {
      spec: {template: {spec: {containers: [{name: 'app', image: 'nginx:1.27', env}]}}},
    });
    const drifted = [{fields: [{path: VALUE, sensitive: true, cause: 'drift', manager: 'kubectl-edit'}]}];
    expect(await pendingChanges(stack)).toMatchObject(drifted);
    await rotate(secrets.rotated);
    expect(await pendingChanges(stack)).toMatchObject(drifted);
    const {document} = await stack.json<{stacks: {objects: Change[]}[]}>(['drift']);
    expect(document.stacks[0]?.objects).toMatchObject(drifted);
    await expectNoLeak(stack, await runAll(stack, [['preview', '--detail'], ['drift']]), secrets);
  });

  it('a rotated secret is not drift, and the last release applied again uses it', async () => {
    const {stack, rotate, web} = await scene(
      [deployment('web', {env: [PASSWORD]}), {...keys, stringData: {own: 'ref://db/password'}}],
      canary('before'),
    );
    await applied(stack);
    const after = canary('after');
    await rotate(after);
    expect((await stack.gantry(['drift', '--exit-code'])).code).toBe(0);
    await applied(stack, ['--revision', 'current']);
    expect(await envOf(web)).toBe(after);
    expect(await pendingChanges(stack)).toEqual([]);
  });

  it.skipIf(!clusterHas('admission webhooks'))(
    'a secret is found by its name in a list that a webhook reordered, and in a container that is removed',
    async () => {
      const secrets = {store: canary('store'), rotated: canary('rotated')};
      const side = {name: 'side', image: 'side:1', env: [PASSWORD], args: ['--password', 'ref://db/password']};
      const {stack, namespace, rotate, web} = await scene(
        [withContainer(deployment('web', {env: [PASSWORD]}), side)],
        secrets.store,
      );
      await installWebhook({cluster, namespace, mutation: copyIntoFirst});
      await applied(stack);
      expect(await pendingChanges(stack)).toEqual([]);
      const printed = [
        await runAll(stack, [
          ['release', 'show'],
          ['preview', '--detail'],
        ]),
      ];
      await rotate(secrets.rotated);
      const containers = 'spec.template.spec.containers';
      const [change] = await pendingChanges(stack);
      expect(change?.fields).toMatchObject([
        {path: `${containers}[name="mesh"].env[name="COPY"].value`, sensitive: true, cause: 'webhook'},
        {path: VALUE, sensitive: true, cause: 'secret'},
        {path: `${containers}[name="side"].args`, sensitive: true, cause: 'secret'},
        {path: `${containers}[name="side"].env[name="PASSWORD"].value`, sensitive: true, cause: 'secret'},
      ]);
      printed.push(await runAll(stack, [['preview', '--detail']]));
      await stack.write({'manifests/all.yaml': deployment('web', {env: []})});
      const [removal] = await pendingChanges(stack);
      const env = [{name: 'PASSWORD', value: '***'}];
      expect(removal?.fields).toMatchObject([
        {path: `${containers}[name="mesh"].env[name="COPY"].value`, sensitive: true, cause: 'webhook'},
        {path: `${containers}[name="app"].env`, before: env, cause: 'spec'},
        {path: `${containers}[name="side"]`, before: {name: 'side', args: '***', env}, cause: 'spec'},
      ]);
      printed.push(await runAll(stack, [['preview', '--detail']]));
      await applied(stack);
      expect(await envOf(web, 'side')).toBeUndefined();
      await expectNoLeak(stack, printed.join('\n'), secrets);
    },
  );

  it('a rotated secret makes a saved plan stale, and no saved plan contains it', async () => {
    const secrets = {store: canary('store'), rotated: canary('rotated')};
    const {stack, rotate} = await scene([deployment('web', {env: [PASSWORD]})], secrets.store);
    const printed = [await runAll(stack, [['preview', '--save', 'plan.json']], [[]])];
    await rotate(secrets.rotated);
    const stale = await stack.gantry(['apply', 'plan.json']);
    expect(stale.code).toBe(5);
    expect(stale.stderr).toContain('the secret value spec.template.spec.containers[0].env[0].value');
    await rotate(secrets.store);
    expect((await stack.gantry(['apply', 'plan.json'])).code).toBe(0);
    printed.push(stale.stderr, await runAll(stack, [['preview', '--from', 'plan.json']]));
    printed.push([...(await everythingWritten(stack.dir))].filter(([file]) => !file.includes('/secrets/')).join('\n'));
    await expectNoLeak(stack, printed.join('\n'), secrets);
  });

  it('a secret is neither printed nor stored: shown, applied, refused, explained, recorded and destroyed', async () => {
    const secrets = {store: canary('store'), rotated: canary('rotated')};
    const uses = [
      {...job('migrate', 'job:1'), metadata: {name: 'migrate', annotations: {'gantry.dev/replace': 'forbidden'}}},
      deployment('web', {env: [PASSWORD], args: ['--url', 'pg://u:${ref://db/password}@h']}),
      configMap('settings', {url: 'pg://u:${ref://db/password}@h'}, {annotations: {note: 'ref://db/password'}}),
      {...keys, data: {own: 'ref://db/password'}},
    ];
    const {stack, namespace, rotate} = await scene(uses, secrets.store);
    const looks = [
      ['preview', '--detail'],
      ['why', `apps/v1:Deployment:${namespace}:web`, VALUE],
      ['why', `v1:Secret:${namespace}:keys`, 'data.own'],
      ['why', `v1:ConfigMap:${namespace}:settings`, 'data.url'],
      ['build'],
      ['validate'],
    ];
    const printed = [
      await runAll(stack, looks),
      await runAll(stack, [['preview']], [['-o', 'markdown']]),
      await runAll(stack, [['apply', '--yes', '--no-wait']], [['-v', '-o', 'jsonl']]),
      await runAll(stack, [...looks, ['release', 'show'], ['resource', 'show', `v1:ConfigMap:${namespace}:settings`]]),
    ];
    await rotate(secrets.rotated);
    // A Job cannot change: the server refuses it, and echoes all of it.
    const refused = await runAll(stack, [
      ['preview', '--detail'],
      ['apply', '--yes'],
    ]);
    expect(refused).toContain('field is immutable');
    printed.push(
      refused,
      await runAll(stack, [['preview', '--exclude', 'Job']], [[], ['-o', 'markdown'], ['-o', 'json']]),
    );
    printed.push(await runAll(stack, [['drift']]), await runAll(stack, [['destroy', '--yes']], [['-v']]));
    expect(printed.join('\n')).toContain('ref://db/password');
    await expectNoLeak(stack, printed.join('\n'), secrets);
  });

  it('all missing secrets are reported at once, each at its line, before the cluster is contacted', async () => {
    const {stack} = await scene(
      [
        deployment('web', {env: [PASSWORD, {name: 'B', value: 'ref://db/user'}, {name: 'C', value: 'ref://no/such'}]}),
        configMap('settings', {a: 'ref://../stack.yaml', b: 'ref://db/password?version=2'}),
      ],
      canary('store'),
    );
    const {code, stderr} = await stack.gantry(['preview']);
    expect(code).toBe(3);
    for (const text of [
      'no property user',
      'ref://no/such',
      'points outside of the directory',
      'have no versions',
      'all.yaml:',
    ])
      expect(stderr).toContain(text);
    expect((await stack.gantry(['validate'])).code).toBe(0);
    await stack.write({'workspaces/test.yaml': {name: 'test', context: {kubeconfig_path: cluster.kubeconfigPath}}});
    const without = await stack.gantry(['preview']);
    expect(without).toMatchObject({code: 3, stderr: expect.stringContaining('has no secret store')});
  });

  it('a secret comes from the environment if the workspace says so', async () => {
    const {stack, web} = await scene([deployment('web', {env: [{...PASSWORD, value: 'ref://PASSWORD'}]})], 'unused', {
      'workspaces/test.yaml': {
        name: 'test',
        context: {kubeconfig_path: cluster.kubeconfigPath},
        secretStore: {provider: {env: {prefix: 'CI_'}}},
      },
    });
    await stack.allow();
    const value = canary('env');
    const ran = await stack.gantry(['apply', '--yes'], {env: {CI_PASSWORD: value}});
    expect(ran, ran.stderr).toMatchObject({code: 0});
    expect(await envOf(web)).toBe(value);
    await destroyed(stack);
  });
});
