import {readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {gunzipSync} from 'node:zlib';
import {expect, it} from 'vitest';
import type {ImportedKusion} from '../../src/app/import/kusion/import-kusion.ts';
import type {JsonObject} from '../../src/core/json.ts';
import {identityOf} from '../../src/core/resource/identity.ts';
import {applied, pendingChanges} from '../rig/changes.ts';
import type {Cluster} from '../rig/cluster.ts';
import {addKusionFiles, kusionFiles, kusionResource, releaseFile, terraformResource} from '../rig/kusion.ts';
import {configMap, deployment, namespaceObject, service} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {MAKERS} from '../rig/other-tools.ts';
import {makeStack, type Stack} from '../rig/stack.ts';

const CANARY = 'canary-90be51f3';
const ENCODED = Buffer.from(CANARY).toString('base64');

onCluster('gantry import kusion', (cluster) => {
  it("Kusion's objects are owned without a restart, removed ones are deleted, and the next preview shows no change", async () => {
    const {namespace, home, checkout} = await kusionWorld(cluster);
    const stack = await emptyStack();
    const {document: imported} = await importing(stack, [home, checkout]);
    expect(imported.created.map((file) => file.slice(stack.dir.length + 1))).toEqual([
      'shop/project.yaml',
      'shop/web/stack.yaml',
      'shop/web/spec.yaml',
    ]);
    expect(imported.workspaces).toEqual([{name: 'prod', file: 'backend:workspaces/prod.yaml', result: 'created'}]);
    expect(imported.series).toEqual([
      {
        project: 'shop',
        stack: 'web',
        workspace: 'prod',
        result: 'taken',
        revision: 3,
        releases: 3,
        objects: {written: 4, other: 1, stack: 0, absent: 0, unseen: 0},
      },
    ]);

    const inside = insideOf(stack);
    // What Kusion left is what is there; that it has no marks of ours yet is no drift.
    const {document: drift} = await inside.json<DriftDocument>(['drift']);
    expect(drift.stacks[0]?.objects.filter((one) => one.drift !== 'none')).toEqual([]);
    const changes = await pendingChanges(inside);
    const byId = Object.fromEntries(changes.map((change) => [change.id, change]));
    for (const one of [
      `apps/v1:Deployment:${namespace}:web`,
      `v1:Service:${namespace}:web`,
      `v1:ConfigMap:${namespace}:settings`,
    ]) {
      expect(byId[one]).toMatchObject(TAKEN);
      expect(byId[one]).not.toHaveProperty('blocked');
    }
    expect(byId[`v1:ConfigMap:${namespace}:old`]).toMatchObject({
      action: 'delete',
      blocked: {needs: `--allow-delete v1:ConfigMap:${namespace}:old`},
    });
    // Kusion has it in its state, and never wrote it: that takes a person's word.
    expect(byId[`v1:ConfigMap:${namespace}:theirs`]).toMatchObject({action: 'adopt', blocked: expect.anything()});
    expect(Object.keys(byId)).toHaveLength(5);

    const before = await replicaSets(cluster, namespace);
    expect(before).toHaveLength(1);
    await applied(inside, ['--adopt', 'all', ...deletingOld(namespace)]);
    expect(await replicaSets(cluster, namespace)).toEqual(before);
    expect(await pendingChanges(inside)).toEqual([]);
    expect(await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'old'})).toBeUndefined();
    // It was left out: nobody touched it.
    const secret = await cluster.get({apiVersion: 'v1', kind: 'Secret', namespace, name: 'login'});
    expect(secret).toMatchObject({data: {password: ENCODED}});
    const live = JSON.stringify(await cluster.get({apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'web'}));
    expect(live).not.toContain('"manager":"kusion"');
  });

  it('parts of Kusion without a counterpart in Gantry are named', async () => {
    const {namespace, home, checkout} = await kusionWorld(cluster);
    const stack = await emptyStack();
    const {document: imported} = await importing(stack, [home, checkout]);
    const told = imported.left.map(({what, because}) => `${what}: ${because}`);
    for (const part of [
      'hashicorp:random:random_password:db: a Terraform resource',
      'KCL sources of stack web: kcl.mod, main.k: Gantry does not run KCL',
      'resource graph shop/prod: ',
      'backend team (s3): "gantry import kusion s3://kusion-state/prod" imports it',
      `healthPolicy of apps/v1:Deployment:${namespace}:web: a health rule in KCL`,
      `v1:Secret:${namespace}:login: a Secret`,
      `v1:ConfigMap:${namespace}:theirs: it exists, but Kusion never wrote it`,
      'extension kubernetesMetadata of project shop: ',
      'stack shop/later: no release of it is known, and it has no spec file',
      'releases of stack shop/before in prod: Kusion keeps one state per project and workspace',
    ])
      expect(
        told.filter((line) => line.startsWith(part)),
        `${part}\n${told.join('\n')}`,
      ).toHaveLength(1);
    expect(told).toHaveLength(10);
    // Its modules and its secret store have a place in Gantry: they are kept.
    const {document: kept} = await stack.json<{workspace: object}>(['workspace', 'show', 'prod']);
    expect(kept.workspace).toMatchObject({
      modules: {mysql: {version: '0.1.0'}},
      secretStore: {provider: {vault: {version: 'v2'}}},
    });
    const {stdout, code} = await stack.gantry(['import', 'kusion', home, checkout]);
    expect(code).toBe(0);
    for (const line of told.filter((one) => !one.includes('Kusion never wrote it'))) expect(stdout).toContain(line);
  });

  it('no value of a Secret is in a file, a release or the output, and with references nothing changes', async () => {
    const {namespace, home, checkout} = await kusionWorld(cluster);
    const stack = await emptyStack();
    const ran = await importing(stack, [home, checkout], ['--secrets', 'refs']);
    const text = `${await textOf(stack.dir)}\n${await releasesIn(stack)}\n${ran.stdout}\n${ran.stderr}`;
    for (const form of [CANARY, ENCODED, 'not-for-a-file']) expect(text).not.toContain(form);
    expect(text).toContain('ref://login/password');
    // The workspace names a store that Gantry lacks: here the values lie in the environment.
    const file = join(stack.dir, 'shop/web/spec.yaml');
    const spec = await readFile(file, 'utf8');
    await stack.write({'shop/web/spec.yaml': spec.replace('ref://login/password', 'ref://LOGIN')});
    expect((await stack.gantry(['workspace', 'delete', 'prod', '--force', '--yes'])).code).toBe(0);
    await stack.write({'shop/workspaces/prod.yaml': workspaceFile(cluster, {secretStore: {provider: {env: {}}}})});
    await stack.allow('prod', {cwd: join(stack.dir, 'shop/web')});
    const inside = insideOf(stack, {LOGIN: CANARY});
    const changes = await pendingChanges(inside);
    const login = changes.find(({id}) => id === `v1:Secret:${namespace}:login`);
    expect(login).toMatchObject(TAKEN);
    await applied(inside, ['--adopt', 'all', ...deletingOld(namespace)]);
    expect(await pendingChanges(inside)).toEqual([]);
  });

  it('a second import changes nothing, and adds later releases of Kusion until Gantry has applied the stack', async () => {
    const {namespace, home, checkout, next} = await kusionWorld(cluster);
    const stack = await emptyStack();
    const planned = await importing(stack, [home, checkout], ['--dry-run']);
    expect(planned.document.created).toHaveLength(3);
    expect(await readdir(stack.dir)).toEqual([]);
    expect((await stack.gantry(['release', 'list', '-C', stack.dir])).stdout).not.toContain('shop');
    await importing(stack, [home, checkout]);
    const again = await importing(stack, [home, checkout]);
    expect(again.document).toMatchObject({created: [], series: [{result: 'same', revision: 3}]});
    expect(again.document.unchanged).toHaveLength(3);
    await addKusionFiles(home, next);
    const extended = await importing(stack, [home, checkout]);
    expect(extended.document.series).toMatchObject([{result: 'extended', releases: 1, revision: 4}]);
    await applied(insideOf(stack), ['--adopt', 'all', ...deletingOld(namespace)]);
    const ours = await importing(stack, [home, checkout]);
    expect(ours.document.series).toMatchObject([{result: 'ours', releases: 0, revision: 5}]);
  });

  it('an import of Kusion overwrites nothing: existing names are listed at once, and nothing is written', async () => {
    const {home, checkout} = await kusionWorld(cluster);
    const stack = await emptyStack();
    await stack.write({
      'shop/project.yaml': 'name: shop\n# mine\n',
      'own.yaml': workspaceFile(cluster, {labels: {own: 'yes'}}, 'prod'),
    });
    expect((await stack.gantry(['workspace', 'create', '--file', 'own.yaml'])).code).toBe(0);
    const ran = await stack.gantry(['import', 'kusion', home, checkout]);
    expect(ran.code).toBe(3);
    expect(ran.stderr).toContain('shop/project.yaml');
    expect(ran.stderr).toContain('already has other workspaces named prod');
    expect(await readdir(join(stack.dir, 'shop'))).toEqual(['project.yaml']);
    const kept = await importing(stack, [home, checkout], ['--out', 'there', '--workspaces', 'none']);
    expect(kept.document.series).toMatchObject([{result: 'taken'}]);
  });

  it('a run of Kusion that failed half-way is continued: the rest is done, and its objects are owned', async () => {
    const namespace = cluster.freshNamespace();
    await cluster.create(namespaceObject(namespace));
    const within = (name: string, mode: string) => configMap(name, {mode}, {namespace});
    const kusion = MAKERS.find(({name}) => name === 'Kusion');
    await kusion?.make({cluster, namespace, objects: ['a', 'b', 'gone'].map((name) => configMap(name, {mode: 'old'}))});
    const objects = (names: readonly string[], mode: string) => names.map((name) => kusionResource(within(name, mode)));
    const before = objects(['a', 'b', 'gone'], 'old');
    // It had changed a, and was not yet at b and c when it broke.
    await kusion?.make({cluster, namespace, objects: [configMap('a', {mode: 'new'})]});
    const spec = objects(['a', 'b', 'c'], 'new');
    const state = [...objects(['a'], 'new'), ...objects(['b', 'gone'], 'old')];
    const home = await kusionFiles({
      'workspaces/prod.yaml': {context: {KUBECONFIG_PATH: cluster.kubeconfigPath}},
      ...releaseFile({revision: 1, spec: before, state: before}),
      ...releaseFile({revision: 2, phase: 'failed', spec, state}),
    });
    const stack = await emptyStack();
    const {document: imported} = await importing(stack, [home]);
    expect(imported.series).toMatchObject([{result: 'taken', revision: 2, objects: {written: 3, other: 0}}]);
    const inside = insideOf(stack);
    const history = await inside.json<{releases: readonly {revision: number; phase: string}[]}>(['release', 'list']);
    expect(history.document.releases.map(({revision, phase}) => `${revision} ${phase}`)).toEqual([
      '2 failed',
      '1 succeeded',
    ]);
    const changes = await pendingChanges(inside);
    const pending = changes.map(({id, action, blocked}) => [id.split(':').at(-1), action, blocked === undefined]);
    expect(pending.toSorted()).toEqual([
      ['a', 'update', true],
      ['b', 'update', true],
      ['c', 'create', true],
      ['gone', 'delete', false],
    ]);
    expect(changes.find(({id}) => id.endsWith(':a'))).toMatchObject(TAKEN);
    await applied(inside, ['--allow-delete', `v1:ConfigMap:${namespace}:gone`]);
    expect(await pendingChanges(inside)).toEqual([]);
    const left = ['a', 'b', 'c', 'gone'].map((name) => ({apiVersion: 'v1', kind: 'ConfigMap', namespace, name}));
    const live = await Promise.all(left.map((one) => cluster.get(one)));
    expect(live.map((one) => (one?.['data'] as {mode?: string} | undefined)?.mode)).toEqual([
      'new',
      'new',
      'new',
      undefined,
    ]);
  });

  it("the directories of Kusion's server are read, too, and two release histories of one name are both left out", async () => {
    const {namespace} = await kusionWorld(cluster);
    const object = kusionResource(configMap('settings', {mode: 'fast'}, {namespace}));
    const server = (path: string, project: string) =>
      Object.fromEntries(
        Object.values(releaseFile({project, revision: 1, spec: [object], state: [object]})).map((release) => [
          `releases/${path}/prod/1.yaml`,
          release,
        ]),
      );
    const home = await kusionFiles({
      'workspaces/prod.yaml': {context: {KUBECONFIG_PATH: cluster.kubeconfigPath}},
      ...server('server/github/apps/api', 'api'),
      ...server('server/github/one/shop', 'shop'),
      ...releaseFile({revision: 1, spec: [object], state: []}),
    });
    const stack = await emptyStack();
    const {document: imported} = await importing(stack, [home]);
    expect(imported.series).toMatchObject([{project: 'api', stack: 'web', workspace: 'prod', result: 'taken'}]);
    const told = imported.left.filter(({what}) => what === 'releases of shop in prod');
    expect(told.map(({where}) => where.slice(home.length)).toSorted()).toEqual([
      '/releases/server/github/one/shop/prod/1.yaml',
      '/releases/shop/prod/1.yaml',
    ]);
    expect(await readdir(stack.dir)).toEqual(['api']);
  });

  it('a release in progress, an unreachable cluster and a kubeconfig by reference stop only their own import', async () => {
    const {home} = await kusionWorld(cluster);
    const object = configMap('a', {a: '1'}, {namespace: 'nowhere'});
    const resources = [kusionResource(object)];
    const other = (workspace: string, more: JsonObject = {}) =>
      releaseFile({
        project: 'jobs',
        workspace,
        stack: 'nightly',
        revision: 1,
        spec: resources,
        state: resources,
        ...more,
      });
    await addKusionFiles(home, {
      ...other('busy', {phase: 'applying'}),
      ...other('far'),
      ...other('hidden'),
      'workspaces/busy.yaml': {context: {KUBECONFIG_PATH: cluster.kubeconfigPath}},
      'workspaces/far.yaml': {context: {KUBECONFIG_PATH: '/nowhere/config'}},
      'workspaces/hidden.yaml': {context: {KUBECONFIG_PATH: 'config'}},
    });
    const stack = await emptyStack();
    const {document: imported} = await importing(stack, [home]);
    const told = imported.left.map(({what, because}) => `${what}: ${because}`).join('\n');
    expect(told).toContain('releases of jobs in busy: release 1 is applying');
    expect(told).toContain('releases of jobs/nightly/far: its cluster could not be read (context/kubeconfig');
    expect(told).toContain('workspace hidden: KUBECONFIG_PATH config is relative to the directory');
    expect(told).toContain('releases of jobs/nightly/hidden: the workspace is not imported');
    expect(imported.series).toMatchObject([{project: 'shop', result: 'taken'}]);
  });
});

type DriftDocument = {readonly stacks: readonly {readonly objects: readonly {readonly drift: string}[]}[]};

/** No field changes, but whose it is. */
const TAKEN = {
  action: 'update',
  reason: 'Gantry takes ownership of the fields that kusion set; no field changes',
  fields: ['annotations["gantry.dev/id"]', 'annotations["gantry.dev/stack"]', 'labels["gantry.dev/lineage"]'].map(
    (mark) => ({path: `metadata.${mark}`, cause: 'ownership'}),
  ),
};

const emptyStack = async (): Promise<Stack> => {
  const stack = await makeStack({});
  await stack.remove('stack.yaml');
  return stack;
};

async function importing(stack: Stack, sources: readonly string[], args: readonly string[] = []) {
  const ran = await stack.json<ImportedKusion>(['import', 'kusion', ...sources, ...args]);
  expect(ran.code, ran.stdout + ran.stderr).toBe(0);
  return ran;
}

/** The same stack's commands in the directory that was written. */
/** Kusion put no label of ours on it: only its id permits the deletion. */
const deletingOld = (namespace: string): readonly string[] => ['--allow-delete', `v1:ConfigMap:${namespace}:old`];

const insideOf = (stack: Stack, env: Readonly<Record<string, string>> = {}): Stack => {
  const there = (args: readonly string[]): readonly string[] => [...args, '-C', 'shop/web', '-w', 'prod'];
  return {
    ...stack,
    gantry: (args, options) => stack.gantry(there(args), {env, ...options}),
    json: (args, options) => stack.json(there(args), {env, ...options}),
  };
};

const workspaceFile = (cluster: Cluster, more: JsonObject, name = 'prod'): JsonObject => ({
  name,
  context: {KUBECONFIG_PATH: cluster.kubeconfigPath},
  ...more,
});

/** What Kusion made, and what it keeps of that; `next` is one release more. */
async function kusionWorld(cluster: Cluster) {
  const namespace = cluster.freshNamespace();
  await cluster.create(namespaceObject(namespace));
  const within = (object: JsonObject): JsonObject => ({
    ...object,
    metadata: {...(object['metadata'] as JsonObject), namespace},
  });
  const [web, front, settings, old, theirs] = [
    deployment('web', {image: 'nginx:1.27', env: [{name: 'A', value: '1'}], ports: [{containerPort: 80}]}),
    service('web'),
    configMap('settings', {mode: 'fast'}),
    configMap('old', {a: '1'}),
    configMap('theirs', {a: '1'}),
  ].map(within) as [JsonObject, JsonObject, JsonObject, JsonObject, JsonObject];
  const login = within({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {name: 'login'},
    type: 'Opaque',
    data: {password: ENCODED},
  });
  const kusion = MAKERS.find(({name}) => name === 'Kusion');
  await kusion?.make({cluster, namespace, objects: [web, front, settings, old, login]});
  await cluster.create(theirs);

  const database = terraformResource('db', {length: 16, result: 'no-such-password'});
  const resources = [
    kusionResource(settings),
    kusionResource(login),
    kusionResource(front, {dependsOn: [`v1:ConfigMap:${namespace}:settings`, `v1:Secret:${namespace}:login`]}),
    kusionResource(web, {
      dependsOn: [`v1:Service:${namespace}:web`, database['id'] as string],
      extensions: {GVK: 'apps/v1, Kind=Deployment', 'kusion.io/is-workload': true, healthPolicy: {'health.kcl': 'a'}},
    }),
    kusionResource(theirs),
    database,
  ];
  const all = [...resources, kusionResource(old)];
  const before = {stack: 'before', revision: 1, spec: [kusionResource(old)], state: [kusionResource(old)]};
  const home = await kusionFiles({
    'config.yaml': {
      backends: {
        current: 'default',
        default: {type: 'local'},
        team: {type: 's3', configs: {bucket: 'kusion-state', prefix: 'prod', region: 'eu-west-1'}},
      },
    },
    'workspaces/.metadata.yml': {current: 'prod', availableWorkspaces: ['default', 'prod']},
    'workspaces/default.yaml': '{}\n',
    'workspaces/prod.yaml': {
      modules: {
        mysql: {path: 'oci://ghcr.io/kusionstack/mysql', version: '0.1.0', configs: {default: {type: 'local'}}},
      },
      secretStore: {provider: {vault: {server: 'https://vault.example:8200', version: 'v2'}}},
      context: {KUBECONFIG_PATH: cluster.kubeconfigPath, AWS_REGION: 'eu-west-1'},
    },
    'releases/shop/prod/.metadata.yml': {latestRevision: 4, releaseMetaDatas: [{revision: 1, stack: 'before'}]},
    ...releaseFile(before),
    ...releaseFile({revision: 2, spec: all, state: all}),
    ...releaseFile({revision: 3, phase: 'failed', spec: all, state: all}),
    ...releaseFile({revision: 4, spec: all, state: all}),
    'resources/shop/prod/graph.json': '{"Project":"shop","Workspace":"prod","Resources":{}}',
  });
  const checkout = await kusionFiles({
    'shop/project.yaml': {
      name: 'shop',
      extensions: [{kind: 'kubernetesMetadata', kubernetesMetadata: {labels: {a: 'b'}}}],
    },
    'shop/web/stack.yaml': {name: 'web', description: 'the shop'},
    'shop/web/main.k': 'import kam.v1.app_configuration as ac\n',
    'shop/web/kcl.mod': '[package]\n',
    'shop/web/generated.yaml': {resources, secretStore: null, context: {}},
    'shop/later/stack.yaml': {name: 'later'},
  });
  return {namespace, home, checkout, next: releaseFile({revision: 5, spec: all, state: all})};
}

async function replicaSets(cluster: Cluster, namespace: string): Promise<readonly string[]> {
  const resource = await cluster.client.discovery.resourceFor({apiVersion: 'apps/v1', kind: 'ReplicaSet'});
  if (resource === undefined) throw new Error('no ReplicaSet');
  const reply = await cluster.client.list({resource, namespace});
  return reply.ok ? reply.items.map((one) => identityOf(one).name) : [];
}

async function textOf(directory: string): Promise<string> {
  const entries = await readdir(directory, {recursive: true, withFileTypes: true});
  const files = entries.filter((entry) => entry.isFile());
  return (await Promise.all(files.map(({parentPath, name}) => readFile(join(parentPath, name), 'utf8')))).join('\n');
}

/** What lies in the backend, its releases unpacked: their specs and their states. */
async function releasesIn({home}: Stack): Promise<string> {
  const directory = join(home, '.gantry');
  const all = await textOf(directory);
  const packed = [...all.matchAll(/"release":"([^"]{100,})"/g)].map(([, body = '']) =>
    gunzipSync(Buffer.from(body, 'base64')).toString('utf8'),
  );
  expect(packed).toHaveLength(3);
  expect(packed.join('\n')).toContain('"state":[{');
  return [all, ...packed].join('\n');
}
