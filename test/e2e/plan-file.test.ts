import {chmod, cp, mkdir, readdir, readFile, stat, symlink, writeFile} from 'node:fs/promises';
import {createServer} from 'node:net';
import {dirname, join} from 'node:path';
import {expect, it, onTestFinished} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import {type PlanFile, sealPlanFile} from '../../src/core/plan/plan-file.ts';
import {Secret} from '../../src/core/secret/secret.ts';
import {canary, leaks} from '../rig/canaries.ts';
import {applied, pendingChanges} from '../rig/changes.ts';
import type {Cluster} from '../rig/cluster.ts';
import {configMap, deployment, manifests, namespaceObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {repository} from '../rig/repository.ts';
import {scratchDirectory} from '../rig/scratch.ts';
import {makeStack, type Ran, type Stack} from '../rig/stack.ts';

type Failed = {readonly error: {readonly code: string; readonly diagnostics: readonly {readonly code: string}[]}};

const secret = (password: string): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {name: 'login'},
  stringData: {password},
});

async function saved(stack: Stack, args: readonly string[] = []): Promise<void> {
  const ran = await stack.gantry(['preview', '--save', 'plan.json', ...args]);
  expect(ran, ran.stderr).toMatchObject({code: 0});
}

const planFile = async (stack: Stack): Promise<PlanFile> =>
  JSON.parse(await readFile(join(stack.dir, 'plan.json'), 'utf8')) as PlanFile;

const applyFile = (stack: Stack, args: readonly string[] = []): Promise<Ran> =>
  stack.gantry(['apply', 'plan.json', ...args]);

/** What a stale plan says has moved. */
async function moved(stack: Stack): Promise<readonly string[]> {
  const {document, code, stdout} = await stack.json<Failed>(['apply', 'plan.json']);
  expect(code, stdout).toBe(5);
  expect(document.error.code).toBe('plan/stale');
  return document.error.diagnostics.map((diagnostic) => diagnostic.code);
}

/** The key under which the backend seals: who can write plans and read the backend has it. */
async function keyOf(stack: Stack): Promise<Secret> {
  const text = await readFile(join(stack.home, '.gantry', 'keys', 'hmac'), 'utf8');
  return new Secret((JSON.parse(text) as {readonly hmac: string}).hmac);
}

/** A workspace that shows when it was opened: it runs a program, and its server counts. */
const trapped = (server: string, directory: string): JsonObject => ({
  trust: {programs: ['touch']},
  context: {
    kubeconfig_content: JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{name: 'trap', cluster: {server}}],
      users: [
        {
          name: 'trap',
          user: {
            exec: {
              apiVersion: 'client.authentication.k8s.io/v1',
              command: 'touch',
              args: [join(directory, 'started')],
              interactiveMode: 'Never',
            },
          },
        },
      ],
      contexts: [{name: 'trap', context: {cluster: 'trap', user: 'trap'}}],
      'current-context': 'trap',
    }),
  },
});

async function serverThatCounts(): Promise<{readonly server: string; readonly contacts: () => number}> {
  let contacts = 0;
  const server = createServer((socket) => {
    contacts++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const {port} = server.address() as {readonly port: number};
  return {server: `https://127.0.0.1:${port}`, contacts: () => contacts};
}

onCluster('a saved plan', (cluster) => {
  const {kubeconfigPath} = cluster;
  const settings = (namespace: string) => ({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'settings'});

  /** A stack that was applied once, and has a change to come: `settings.a` from 1 to 2. */
  async function readyStack(others: readonly JsonObject[] = []): Promise<Stack & {readonly namespace: string}> {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({
      kubeconfigPath,
      namespace,
      files: {...manifests(configMap('settings', {a: '1'}), ...others), ...repository('shop')},
    });
    await applied(stack);
    await stack.write(manifests(configMap('settings', {a: '2'}), ...others));
    return {...stack, namespace};
  }

  it('a saved plan applies the first release as it was shown, without a question, and only once', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({
      kubeconfigPath,
      namespace,
      files: manifests(configMap('settings', {a: '1'}), secret('s3cret'), deployment('web', {replicas: 1})),
    });
    await saved(stack);
    expect((await stat(join(stack.dir, 'plan.json'))).mode & 0o777).toBe(0o600);
    const {plan} = await planFile(stack);
    const ran = await applyFile(stack);
    expect(ran, ran.stderr).toMatchObject({code: 0});
    expect(ran.stderr).toContain('v1:ConfigMap');
    expect(await cluster.get(settings(namespace))).toMatchObject({
      data: {a: '1'},
      metadata: {labels: {'gantry.dev/lineage': plan.lineage}},
    });
    expect(await pendingChanges(stack)).toEqual([]);
    expect(await moved(stack)).toContain('plan/head-moved');
  });

  it('a dry run of a saved plan says whether it is still valid, and changes nothing', async () => {
    const namespace = cluster.freshNamespace();
    const files = manifests(configMap('web', {a: '1'}));
    const stack = await makeStack({kubeconfigPath, namespace, files});
    await saved(stack);
    const good = await applyFile(stack, ['--dry-run']);
    expect(good, good.stderr).toMatchObject({code: 0, stderr: expect.stringContaining('plan.json is still valid')});
    expect(good.stdout).toContain('+ create   v1:ConfigMap');
    expect(await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'web'})).toBeUndefined();
    expect(await applyFile(stack)).toMatchObject({code: 0});
    const stale = await stack.json<Failed>(['apply', 'plan.json', '--dry-run']);
    expect(stale.document.error.code, stale.stdout).toBe('plan/stale');
    expect(stale.code).toBe(5);
  });

  it('a saved plan is shown again unchanged, although the cluster and the files are gone', async () => {
    const stack = await readyStack();
    const before = await stack.json<Plan>(['preview', '--save', 'plan.json']);
    const elsewhere = await scratchDirectory();
    await cp(join(stack.dir, 'plan.json'), join(elsewhere, 'plan.json'));
    const options = {cwd: elsewhere, env: {GANTRY_HOME: join(elsewhere, 'none')}};
    const again = await stack.json<Plan>(['preview', '--from', 'plan.json'], options);
    expect(again).toMatchObject({code: 0, document: before.document});
    const text = await stack.gantry(['preview', '--from', 'plan.json', '--exit-code'], options);
    expect(text).toMatchObject({code: 2, stdout: expect.stringContaining('"1" → "2"')});
    const named = ['-s', 'shop/shop', '-w', 'test'];
    expect((await stack.gantry(['preview', '--from', 'plan.json', ...named], options)).code).toBe(0);
    for (const other of [['-w', 'prod'], ['-s', 'shop/api'], ['--strict'], ['--revision', 'current']])
      expect((await stack.gantry(['preview', '--from', 'plan.json', ...other], options)).code, other[0]).toBe(3);
  });

  it('a saved plan of one checkout is applied in another one with the same backend', async () => {
    const stack = await readyStack();
    await saved(stack);
    const other = join(await scratchDirectory(), 'shop');
    await cp(stack.dir, other, {recursive: true});
    const ran = await stack.gantry(['apply', 'plan.json'], {cwd: other});
    expect(ran, ran.stderr).toMatchObject({code: 0});
    expect((await cluster.get(settings(stack.namespace)))?.['data']).toEqual({a: '2'});
  });

  it('a saved plan finds the files of its flags in another checkout and from another directory', async () => {
    const stack = await readyStack();
    const spec = {resources: [{id: `v1:ConfigMap:${stack.namespace}:settings`, type: 'Kubernetes', attributes: {}}]};
    const attributes = configMap('settings', {a: 'of the spec'}, {namespace: stack.namespace});
    await stack.write({
      'specs/one.yaml': {resources: [{...spec.resources[0], attributes}]},
      'elsewhere/own.yaml': {name: 'own', context: {kubeconfig_path: kubeconfigPath}},
      'workspaces/own.yaml': {name: 'own', context: {kubeconfig_path: '/not/this/one'}},
    });
    await stack.gantry(['destroy', '--yes']);
    await saved(stack, ['--spec-file', 'specs/one.yaml', '-w', 'elsewhere/own.yaml', '--target', 'ConfigMap']);
    const root = await scratchDirectory();
    await cp(stack.dir, join(root, 'shop'), {recursive: true});
    const ran = await stack.gantry(['apply', 'shop/plan.json'], {cwd: root, env: {GANTRY_WORKSPACE: 'test'}});
    expect(ran, ran.stderr).toMatchObject({code: 0});
    expect((await cluster.get(settings(stack.namespace)))?.['data']).toEqual({a: 'of the spec'});
  });

  type Move = (stack: Stack & {readonly namespace: string}, world: Cluster) => Promise<unknown>;
  const MOVES: readonly {readonly title: string; readonly move: Move; readonly says: readonly string[]}[] = [
    {
      title: 'an edited manifest',
      move: (stack) => stack.write(manifests(configMap('settings', {a: '3'}), secret('one'))),
      says: ['plan/spec-moved'],
    },
    {
      title: 'a secret that is another one',
      move: (stack) => stack.write(manifests(configMap('settings', {a: '2'}), secret('two'))),
      says: ['plan/secret-moved'],
    },
    {
      title: 'another apply in between',
      move: (stack) => applied(stack),
      says: ['plan/head-moved', 'plan/result-moved'],
    },
    {
      title: 'an edited workspace',
      move: (stack) =>
        stack.write({
          'workspaces/test.yaml': {name: 'test', labels: {tier: 'prod'}, context: {kubeconfig_path: kubeconfigPath}},
        }),
      says: ['plan/workspace-moved'],
    },
    {
      title: 'a live object that somebody edited',
      move: ({namespace}, world) => world.patchAs('kubectl-edit', settings(namespace), {data: {b: 'theirs'}}),
      says: ['plan/object-moved'],
    },
    {
      title: 'a live object that was deleted and made again',
      move: async ({namespace}, world) => {
        await world.delete(settings(namespace));
        await world.create(configMap('settings', {a: '1'}, {namespace}));
      },
      says: ['plan/object-moved'],
    },
    {
      title: 'a live object that was deleted',
      move: ({namespace}, world) => world.delete(settings(namespace)),
      says: ['plan/object-moved'],
    },
    {
      title: 'an object that nothing was to be done to, edited',
      move: ({namespace}, world) =>
        world.patchAs(
          'kubectl-edit',
          {...settings(namespace), kind: 'Secret', name: 'login'},
          {data: {password: 'eA=='}},
        ),
      says: ['plan/result-moved'],
    },
    {
      title: 'several of these, all at once',
      move: async (stack, world) => {
        await world.patchAs('kubectl-edit', settings(stack.namespace), {data: {b: 'theirs'}});
        await stack.write(manifests(configMap('settings', {a: '2'}), secret('two'), configMap('more', {})));
      },
      says: ['plan/spec-moved', 'plan/secret-moved', 'plan/object-moved'],
    },
  ];

  it.each(MOVES)('a saved plan is stale after $title, and nothing is written', async ({move, says}) => {
    const stack = await readyStack([secret('one')]);
    await saved(stack);
    await move(stack, cluster);
    const [before, releases] = [await cluster.get(settings(stack.namespace)), await stack.json(['release', 'list'])];
    expect(await moved(stack)).toEqual(says);
    expect(await cluster.get(settings(stack.namespace))).toEqual(before);
    expect((await stack.json(['release', 'list'])).document).toEqual(releases.document);
  });

  it('a saved plan stays valid if only a status, or an object that it does not write, changed', async () => {
    const stack = await readyStack([deployment('web', {replicas: 1})]);
    await saved(stack);
    const web = {...settings(stack.namespace), apiVersion: 'apps/v1', kind: 'Deployment', name: 'web'};
    await cluster.patchAs('other', web, {metadata: {annotations: {theirs: 'x'}}});
    const ran = await applyFile(stack);
    expect(ran, ran.stderr).toMatchObject({code: 0});
  });

  it('a saved plan of the last release is created and applied without the files of the stack', async () => {
    const stack = await readyStack();
    const away = {cwd: await scratchDirectory()};
    const workspace = ['-w', join(stack.dir, 'workspaces', 'test.yaml')];
    await cluster.patchAs('kubectl-edit', settings(stack.namespace), {data: {a: 'theirs'}});
    const args = ['preview', '--revision', 'current', '--save', 'plan.json', ...workspace];
    expect(await stack.gantry(args, away)).toMatchObject({code: 0, stdout: expect.stringContaining('1 to update')});
    expect(await stack.gantry(['apply', 'plan.json'], away)).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('If this is the right file, pass -w'),
    });
    const ran = await stack.gantry(['apply', 'plan.json', ...workspace], away);
    expect(ran, ran.stderr).toMatchObject({code: 0, stdout: expect.stringContaining('Release 2')});
    expect((await cluster.get(settings(stack.namespace)))?.['data']).toEqual({a: '1'});
    expect(await stack.gantry(['apply', 'plan.json', ...workspace], away)).toMatchObject({code: 5});
    expect(await stack.gantry(['apply', 'plan.json', '-s', 'other'], away)).toMatchObject({code: 3});
  });

  it('a saved plan of the last release is stale if somebody edits the object again', async () => {
    const stack = await readyStack();
    await cluster.patchAs('kubectl-edit', settings(stack.namespace), {data: {a: 'theirs'}});
    await saved(stack, ['--revision', 'current']);
    await cluster.patchAs('kubectl-edit', settings(stack.namespace), {data: {a: 'theirs again'}});
    expect(await moved(stack)).toEqual(['plan/object-moved']);
  });

  it('a saved plan keeps its permissions: adoption and force', async () => {
    const namespace = cluster.freshNamespace();
    await cluster.create({apiVersion: 'v1', kind: 'Namespace', metadata: {name: namespace}});
    await cluster.applyAs('flux', configMap('settings', {a: 'theirs'}, {namespace}));
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(configMap('settings', {a: 'ours'}))});
    await saved(stack);
    expect(await applyFile(stack)).toMatchObject({code: 5, stderr: expect.stringContaining('--adopt')});
    await saved(stack, ['--adopt', 'all', '--force-conflicts', 'all']);
    const ran = await applyFile(stack);
    expect(ran, ran.stderr).toMatchObject({code: 0});
    expect((await cluster.get(settings(namespace)))?.['data']).toEqual({a: 'ours'});
  });

  it('a saved plan accepts no flag that shapes a plan or selects another target', async () => {
    const stack = await readyStack();
    await saved(stack);
    for (const args of [
      ['--adopt', 'all'],
      ['--image', 'a=b'],
      ['-w', 'prod'],
      ['-s', 'other'],
    ])
      expect(await applyFile(stack, args), args.join(' ')).toMatchObject({code: 3});
    expect(await applyFile(stack, ['-w', 'test', '-s', 'shop/shop'])).toMatchObject({code: 0});
  });

  it.each([
    {title: 'edited', damage: (text: string) => text.replace('"adopt": []', '"adopt": ["all"]')},
    {title: 'cut', damage: (text: string) => text.slice(0, 500)},
    {title: 'of a newer Gantry', damage: (text: string) => text.replace('"formatVersion": 1', '"formatVersion": 2')},
    {title: 'not one at all', damage: () => '{"changes": []}'},
  ])('a saved plan that is $title is refused', async ({damage}) => {
    const stack = await readyStack();
    await saved(stack);
    const file = join(stack.dir, 'plan.json');
    await writeFile(file, damage(await readFile(file, 'utf8')));
    for (const command of [
      ['apply', 'plan.json'],
      ['preview', '--from', 'plan.json'],
    ]) {
      const {code, document} = await stack.json<Failed>(command);
      expect({code, failure: document.error.code}).toEqual({code: 3, failure: 'plan/unreadable'});
    }
  });

  it('a saved plan has the seal of its backend: nobody can edit it and compute its digest again', async () => {
    const stack = await readyStack();
    await saved(stack);
    const {digest: _, seal, ...open} = await planFile(stack);
    const permissions = {...open.request.permissions, adopt: ['all']};
    const forged = sealPlanFile({...open, request: {...open.request, permissions}}, new Secret('guessed'));
    await stack.write({'plan.json': {...forged, seal}});
    expect((await stack.gantry(['preview', '--from', 'plan.json'])).code).toBe(0);
    expect(await applyFile(stack)).toMatchObject({code: 3, stderr: expect.stringContaining('edited')});
    const elsewhere = await scratchDirectory();
    const ran = await stack.gantry(['apply', 'plan.json'], {env: {GANTRY_HOME: elsewhere}});
    expect(ran).toMatchObject({code: 3, stderr: expect.stringContaining('another backend')});
  });

  it('a forged plan opens nothing: no file that it names, and no cluster or login program', async () => {
    const namespace = cluster.freshNamespace();
    await cluster.create(namespaceObject(namespace));
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(configMap('settings', {a: '1'}))});
    const env = {GANTRY_BACKEND: `kubernetes://${namespace}`};
    const ran = await stack.gantry(['preview', '--save', 'plan.json'], {env});
    expect(ran, ran.stderr).toMatchObject({code: 0});
    const trap = await serverThatCounts();
    const outside = await scratchDirectory();
    await writeFile(join(outside, 'evil.yaml'), JSON.stringify(trapped(trap.server, outside)));
    await stack.write({'workspaces/other.yaml': trapped(trap.server, outside)});
    const {digest: _, seal, ...open} = await planFile(stack);
    for (const workspace of [join(outside, 'evil.yaml'), '../../../evil.yaml', './workspaces/other.yaml', 'other']) {
      const plan = {...open.plan, workspace: workspace.includes('evil') ? 'evil' : 'other'};
      const forged = sealPlanFile({...open, plan, request: {...open.request, workspace}}, new Secret('guessed'));
      await stack.write({'plan.json': {...forged, seal}});
      for (const args of [[], ['--port-forward', 'web:0:http']]) {
        const refused = await stack.gantry(['apply', 'plan.json', ...args], {env});
        expect(refused).toMatchObject({code: 3, stderr: expect.stringContaining('or it was edited')});
      }
    }
    expect({contacts: trap.contacts(), files: await readdir(outside)}).toEqual({contacts: 0, files: ['evil.yaml']});
  });

  it('the command line, and not the saved plan, selects the cluster that contains the key of its seal', async () => {
    const namespace = cluster.freshNamespace();
    await cluster.create(namespaceObject(namespace));
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(configMap('settings', {a: '1'}))});
    await stack.write({'stack.yaml': {name: 'shop', namespace, sources: [{manifests: 'manifests/*'}]}});
    const env = {GANTRY_BACKEND: `kubernetes://${namespace}`};
    const ran = await stack.gantry(['preview', '-w', 'test', '--save', 'plan.json'], {env});
    expect(ran, ran.stderr).toMatchObject({code: 0});
    const unnamed = await stack.gantry(['apply', 'plan.json'], {env});
    expect(unnamed).toMatchObject({code: 3, stderr: expect.stringContaining('Name the workspace of the plan with -w')});
    const named = await stack.gantry(['apply', 'plan.json', '-w', 'test'], {env});
    expect(named, named.stderr).toMatchObject({code: 0});
  });

  const PLACES: readonly {
    readonly title: string;
    readonly code: number;
    /** Where the workspace is, and how `-w` names it at the preview. */
    readonly place: (stack: Stack, outside: string) => string;
    readonly link?: string;
    readonly args?: (file: string) => readonly string[];
  }[] = [
    {title: 'in the project', code: 0, place: ({dir}) => join(dir, 'elsewhere/own.yaml')},
    {title: 'in $GANTRY_HOME', code: 0, place: ({home}) => join(home, '.gantry/own.yaml')},
    {title: 'in ~/.kube', code: 0, place: ({home}) => join(home, '.kube/own.yaml')},
    {title: 'anywhere else', code: 3, place: (_, outside) => join(outside, 'own.yaml')},
    {
      title: 'anywhere else, named by -w again',
      code: 0,
      place: (_, outside) => join(outside, 'own.yaml'),
      args: (file) => ['-w', file],
    },
    {
      title: 'where a link of the project leads',
      code: 3,
      link: 'linked',
      place: (_, outside) => join(outside, 'own.yaml'),
    },
  ];

  it.each(PLACES)(
    'a saved plan for a workspace file $title ends with $code',
    async ({place, code, link, args = () => []}) => {
      const namespace = cluster.freshNamespace();
      const stack = await makeStack({kubeconfigPath, namespace, files: manifests(configMap('settings', {a: '1'}))});
      const file = place(stack, await scratchDirectory());
      await mkdir(dirname(file), {recursive: true});
      await writeFile(file, JSON.stringify({name: 'own', context: {kubeconfig_path: kubeconfigPath}}));
      await saved(stack, ['-w', file]);
      if (link !== undefined) {
        await symlink(dirname(file), join(stack.dir, link));
        const {digest: _, seal: __, ...open} = await planFile(stack);
        const request = {...open.request, workspace: `./${link}/own.yaml`};
        await stack.write({'plan.json': sealPlanFile({...open, request}, await keyOf(stack))});
      }
      const ran = await applyFile(stack, args(file));
      expect(ran, ran.stderr).toMatchObject({code});
      if (code !== 0) expect(ran.stderr).toContain('neither in the project nor in');
    },
  );

  it('a saved plan contains no secret of a Secret, of its copy on the live object, or of the kubeconfig', async () => {
    const namespace = cluster.freshNamespace();
    const secrets = {before: canary('before'), after: canary('after'), copied: canary('copied')};
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(secret(secrets.before))});
    await applied(stack);
    const copy = JSON.stringify({stringData: {password: secrets.copied}});
    const login = {...settings(namespace), kind: 'Secret', name: 'login'};
    const annotations = {'kubectl.kubernetes.io/last-applied-configuration': copy};
    await cluster.patchAs('kubectl-client-side-apply', login, {metadata: {annotations}});
    const content = await readFile(kubeconfigPath, 'utf8');
    await stack.write({
      ...manifests(secret(secrets.after)),
      'workspaces/test.yaml': {name: 'test', context: {kubeconfig_content: content}},
    });
    await saved(stack, ['--detail']);
    const text = await readFile(join(stack.dir, 'plan.json'), 'utf8');
    const key = /client-key-data: (\S{40})/.exec(content)?.[1] ?? /token: (\S{20})/.exec(content)?.[1] ?? content;
    expect(leaks(text, {...secrets, key})).toEqual([]);
    expect(text).toContain('login');
  });

  it('a saved plan that cannot be written is an error', async () => {
    const stack = await readyStack();
    await stack.write({'closed/x': ''});
    await chmod(join(stack.dir, 'closed'), 0o500);
    const root = process.getuid?.() === 0;
    const target = root ? 'manifests/all.yaml/plan.json' : 'closed/plan.json';
    expect(await stack.gantry(['preview', '--save', target])).toMatchObject({code: 3});
  });
});
