import {cp, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import type {StackDrift} from '../../src/app/detect-drift.ts';
import type {JsonObject} from '../../src/core/json.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import {everythingWritten, leaks, plainCanary} from '../rig/canaries.ts';
import {applied, pendingChanges} from '../rig/changes.ts';
import type {Cluster} from '../rig/cluster.ts';
import {configMap, deployment, manifests, namespaceObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {scratchDirectory} from '../rig/scratch.ts';
import {makeStack, type Ran, type Stack} from '../rig/stack.ts';

type Report = {readonly stacks: readonly StackDrift[]; readonly failed: readonly JsonObject[]};

const secret = (password: string): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {name: 'login'},
  stringData: {password},
});

/** A directory without any file of a stack, with the home of one; and its workspace's file. */
async function away(stack: Stack) {
  const cwd = await scratchDirectory();
  const workspace = join(stack.dir, 'workspaces', 'test.yaml');
  const run = (args: readonly string[]): Promise<Ran> => stack.gantry([...args, '-w', workspace], {cwd});
  const drift = async (args: readonly string[] = []): Promise<Report & {readonly code: number}> => {
    const ran = await run(['drift', '-o', 'json', ...args]);
    expect([0, 2], ran.stdout).toContain(ran.code);
    return {...(JSON.parse(ran.stdout) as Report), code: ran.code};
  };
  return {cwd, run, drift};
}

const drifted = ({stacks}: Report) => stacks.flatMap(({objects}) => objects.filter(({drift}) => drift !== 'none'));

onCluster('drift without the files of the stack', (cluster) => {
  const {kubeconfigPath} = cluster;
  const settings = (namespace: string) => ({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'settings'});
  const web = (namespace: string) => ({apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'web'});

  async function appliedStack(...others: readonly JsonObject[]) {
    const namespace = cluster.freshNamespace();
    const files = manifests(configMap('settings', {a: '1', b: '2'}), deployment('web', {replicas: 1}), ...others);
    const stack = await makeStack({kubeconfigPath, namespace, files});
    await applied(stack);
    return {stack, namespace, ...(await away(stack))};
  }

  it('there is no drift right after an apply, also not of quantities, defaults and secrets', async () => {
    const resources = {requests: {cpu: '1000m', memory: '1024Mi'}};
    const other = {...deployment('other', {replicas: 1, resources}), metadata: {name: 'other'}};
    const {drift, run} = await appliedStack(other, secret('s3cret'));
    const report = await drift(['--exit-code']);
    expect(report).toMatchObject({code: 0, failed: [], stacks: [{project: 'shop', stack: 'shop', revision: 1}]});
    expect(drifted(report)).toEqual([]);
    expect((await run(['drift'])).stdout).toContain('No drift');
  });

  type Move = (world: Cluster, namespace: string) => Promise<unknown>;
  const MOVES: readonly {readonly title: string; readonly move: Move; readonly want: JsonObject}[] = [
    {
      title: 'an edited field, with who and when',
      move: (world, namespace) => world.patchAs('kubectl-edit', settings(namespace), {data: {a: 'theirs'}}),
      want: {
        drift: 'changed',
        fields: [
          {
            path: 'data.a',
            before: 'theirs',
            after: '1',
            cause: 'drift',
            manager: 'kubectl-edit',
            time: expect.stringMatching(/^\d{4}-/) as string,
          },
        ],
      },
    },
    {
      title: 'a removed field, which has no owner',
      move: (world, namespace) => world.patchAs('kubectl-edit', settings(namespace), {data: {b: null}}),
      want: {drift: 'changed', fields: [{path: 'data.b', after: '2', cause: 'drift'}]},
    },
    {
      title: 'a deleted object',
      move: (world, namespace) => world.delete(settings(namespace)),
      want: {drift: 'deleted', fields: []},
    },
    {
      title: 'an object of the same name that is another one',
      move: async (world, namespace) => {
        await world.delete(settings(namespace));
        await world.create(configMap('settings', {a: '1', b: '2'}, {namespace}));
      },
      want: {drift: 'replaced', fields: []},
    },
    {
      title: 'a label of ours that was taken off',
      move: (world, namespace) =>
        world.patchAs('kubectl-label', settings(namespace), {metadata: {labels: {'gantry.dev/lineage': null}}}),
      want: {drift: 'unmarked'},
    },
    {
      title: 'an object that another stack has marked',
      move: (world, namespace) =>
        world.patchAs('somebody', settings(namespace), {metadata: {labels: {'gantry.dev/lineage': 'another'}}}),
      want: {drift: 'taken'},
    },
  ];

  it.each(MOVES)('drift reports $title, and ends with 2 only with --exit-code', async ({move, want}) => {
    const {namespace, drift} = await appliedStack();
    await move(cluster, namespace);
    const report = await drift(['--exit-code']);
    expect(report.code).toBe(2);
    expect(drifted(report)).toMatchObject([{id: `v1:ConfigMap:${namespace}:settings`, ...want}]);
    expect((await drift()).code).toBe(0);
  });

  it('changes of an autoscaler and additions of a controller are not drift', async () => {
    const {namespace, drift} = await appliedStack();
    await cluster.patchAs('kube-controller-manager', web(namespace), {spec: {replicas: 2}}, 'scale');
    await cluster.patchAs('their-operator', settings(namespace), {data: {theirs: 'x'}});
    const report = await drift(['--exit-code']);
    expect(report.code).toBe(0);
    expect(drifted(report)).toEqual([]);
    const scaled = report.stacks[0]?.objects.find(({id}) => id.includes('Deployment'));
    expect(scaled?.fields).toMatchObject([{path: 'spec.replicas', before: 2, after: 1, yielded: true}]);
  });

  it('drift of a secret shows that it changed, and neither value', async () => {
    const values = {ours: plainCanary('ours'), theirs: plainCanary('theirs')};
    const {stack, namespace, cwd, drift, run} = await appliedStack(secret(values.ours));
    const login = {...settings(namespace), kind: 'Secret', name: 'login'};
    await cluster.patchAs('kubectl-edit', login, {data: {password: Buffer.from(values.theirs).toString('base64')}});
    expect(drifted(await drift())).toMatchObject([
      {drift: 'changed', fields: [{path: 'data.password', sensitive: true, cause: 'drift', manager: 'kubectl-edit'}]},
    ]);
    const printed = await Promise.all([run(['drift']), run(['drift', '-o', 'jsonl']), run(['drift', '-o', 'yaml'])]);
    const text = printed.map(({stdout, stderr}) => stdout + stderr).join('\n');
    const written = [...(await everythingWritten(stack.home)).values(), ...(await everythingWritten(cwd)).values()];
    expect(leaks([text, ...written].join('\n'), values)).toEqual([]);
  });

  it("drift names an orphan: an object with the stack's label that is in no release", async () => {
    const {namespace, drift} = await appliedStack();
    const live = await cluster.get(settings(namespace));
    const labels = (live?.['metadata'] as JsonObject)['labels'] as JsonObject;
    const id = `v1:ConfigMap:${namespace}:lost`;
    await cluster.create(configMap('lost', {}, {namespace, labels, annotations: {'gantry.dev/id': id}}));
    expect((await drift()).stacks[0]?.diagnostics).toMatchObject([{code: 'object/orphan', resource: id}]);
  });

  it('drift of all stacks of the workspace is reported stack by stack', async () => {
    const {stack, namespace, drift, run} = await appliedStack();
    const other = await makeStack({
      name: 'other',
      kubeconfigPath,
      namespace,
      files: manifests(configMap('more', {a: '1'})),
    });
    await cp(join(stack.dir, 'workspaces'), join(other.dir, 'workspaces'), {recursive: true});
    const ran = await other.gantry(['apply', '--yes'], {env: {GANTRY_HOME: join(stack.home, '.gantry')}});
    expect(ran, ran.stderr).toMatchObject({code: 0});
    await cluster.patchAs('kubectl-edit', settings(namespace), {data: {a: 'theirs'}});
    const report = await drift(['--all', '--exit-code']);
    expect(report.code).toBe(2);
    expect(report.stacks.map(({stack: name, summary}) => [name, summary.changed])).toEqual([
      ['other', 0],
      ['shop', 1],
    ]);
    expect((await drift(['-s', 'other/other', '--exit-code'])).code).toBe(0);
    expect(await run(['drift'])).toMatchObject({code: 3});
  });

  it('drift without a release is an error', async () => {
    const stack = await makeStack({kubeconfigPath, namespace: cluster.freshNamespace()});
    const {run} = await away(stack);
    expect((await run(['drift', '-s', 'shop/shop'])).code).toBe(3);
    expect(await run(['drift', '--all'])).toMatchObject({code: 0, stdout: expect.stringContaining('No stack')});
  });

  it('the last release corrects drift, is previewed and recorded, and needs no files', async () => {
    const {stack, namespace, run, drift} = await appliedStack(secret('s3cret'));
    await cluster.patchAs('kubectl-edit', settings(namespace), {data: {a: 'theirs', b: null}});
    await cluster.delete(web(namespace));
    const preview = JSON.parse((await run(['preview', '--revision', 'current', '-o', 'json'])).stdout) as Plan;
    expect(preview.changes.filter(({action}) => action !== 'unchanged')).toMatchObject([
      {action: 'create', id: `apps/v1:Deployment:${namespace}:web`},
      {action: 'update', id: `v1:ConfigMap:${namespace}:settings`},
    ]);
    const ran = await run(['apply', '--revision', 'current', '--yes']);
    expect(ran, ran.stderr).toMatchObject({code: 0, stdout: expect.stringContaining('Release 2')});
    expect((await cluster.get(settings(namespace)))?.['data']).toEqual({a: '1', b: '2'});
    expect(drifted(await drift())).toEqual([]);
    expect(await pendingChanges(stack)).toEqual([]);
    const again = await run(['apply', '--revision', 'current', '--yes']);
    expect(again).toMatchObject({code: 0, stdout: expect.stringContaining('Nothing to do')});
  });

  it('drift reads no changed files', async () => {
    const {stack, namespace} = await appliedStack();
    await stack.write({'manifests/all.yaml': '{ broken'});
    await cluster.patchAs('kubectl-edit', settings(namespace), {data: {a: 'theirs'}});
    const ran = await stack.gantry(['apply', '--revision', 'current', '--yes']);
    expect(ran, ran.stderr).toMatchObject({code: 0});
    expect((await cluster.get(settings(namespace)))?.['data']).toEqual({a: '1', b: '2'});
  });

  it('drift of a Secret whose value is lost is blocked with the reason, and nothing is written', async () => {
    const {namespace, run} = await appliedStack(secret('s3cret'));
    const login = {...settings(namespace), kind: 'Secret', name: 'login'};
    await cluster.patchAs('kubectl-edit', login, {data: {password: 'dGhlaXJz'}});
    await cluster.patchAs('kubectl-edit', settings(namespace), {data: {a: 'theirs'}});
    const ran = await run(['apply', '--revision', 'current', '--yes']);
    expect(ran.code).toBe(5);
    expect(ran.stderr).toContain('data.password');
    expect((await cluster.get(login))?.['data']).toEqual({password: 'dGhlaXJz'});
    expect((await cluster.get(settings(namespace)))?.['data']).toMatchObject({a: 'theirs'});
  });

  it('a Secret that lost only its label gets it back, because its value still exists', async () => {
    const {namespace, run} = await appliedStack(secret('s3cret'));
    const login = {...settings(namespace), kind: 'Secret', name: 'login'};
    await cluster.patchAs('kubectl-label', login, {metadata: {labels: {'gantry.dev/lineage': null}}});
    const ran = await run(['apply', '--revision', 'current', '--yes']);
    expect(ran, ran.stderr).toMatchObject({code: 0});
    expect(await cluster.get(login)).toMatchObject({
      data: {password: Buffer.from('s3cret').toString('base64')},
      metadata: {labels: {'gantry.dev/lineage': expect.any(String)}},
    });
  });

  it('ignored fields stay as they are when the last release is applied again', async () => {
    const {stack, namespace, run} = await appliedStack();
    const yaml = JSON.parse(await readFile(join(stack.dir, 'stack.yaml'), 'utf8')) as JsonObject;
    await stack.write({'stack.yaml': {...yaml, ignore: [{kind: 'ConfigMap', path: 'data.a'}]}});
    await stack.write(manifests(configMap('settings', {a: '1', b: '3'}), deployment('web', {replicas: 1})));
    await applied(stack);
    await cluster.patchAs('kubectl-edit', settings(namespace), {data: {a: 'theirs', b: 'theirs'}});
    const ran = await run(['apply', '--revision', 'current', '--yes']);
    expect(ran, ran.stderr).toMatchObject({code: 0});
    expect((await cluster.get(settings(namespace)))?.['data']).toEqual({a: 'theirs', b: '3'});
  });

  it('fields that the stack or its workspace ignores are not drift', async () => {
    const {stack, namespace, run, drift} = await appliedStack();
    const edit = async (file: string, more: JsonObject): Promise<void> => {
      const yaml = JSON.parse(await readFile(join(stack.dir, file), 'utf8')) as JsonObject;
      await stack.write({[file]: {...yaml, ...more}});
    };
    await edit('stack.yaml', {ignore: [{kind: 'ConfigMap', path: 'data.a'}]});
    await edit('workspaces/test.yaml', {ignore: [{manager: 'kubectl-edit', name: 'settings', path: 'data.b'}]});
    await stack.write(manifests(configMap('settings', {a: '1', b: '2', c: '3'}), deployment('web', {replicas: 1})));
    await applied(stack);
    await cluster.patchAs('kubectl-edit', settings(namespace), {data: {a: 'theirs', b: 'theirs'}});
    expect(await run(['drift', '--exit-code'])).toMatchObject({code: 0, stdout: expect.stringContaining('No drift')});
    await cluster.patchAs('kubectl-patch', settings(namespace), {data: {b: 'others', c: 'others'}});
    expect(drifted(await drift())).toMatchObject([{fields: [{path: 'data.b'}, {path: 'data.c'}]}]);
  });

  it('a namespace that two stacks share is not drift, and a change of it is drift for both', async () => {
    const namespace = cluster.freshNamespace();
    const files = manifests(namespaceObject(namespace, {team: 'shop'}));
    const stacks = [
      await makeStack({kubeconfigPath, files, name: 'maker'}),
      await makeStack({kubeconfigPath, files, name: 'other'}),
    ];
    for (const stack of stacks) await applied(stack);
    const reports = async () => Promise.all(stacks.map(async (stack) => drifted(await (await away(stack)).drift())));
    expect(await reports()).toEqual([[], []]);
    const place = {apiVersion: 'v1', kind: 'Namespace', name: namespace};
    await cluster.patchAs('kubectl-edit', place, {metadata: {labels: {team: 'x'}}});
    const edited = {drift: 'changed', fields: [{path: 'metadata.labels.team', before: 'x', after: 'shop'}]};
    expect(await reports()).toMatchObject([[edited], [edited]]);
  });

  it('an unknown revision and contradicting flags are refused', async () => {
    const {run} = await appliedStack();
    for (const args of [['9'], ['0'], ['last'], ['current', '--spec-file', 'x.yaml'], ['current', '--image', 'a=b']])
      expect((await run(['preview', '--revision', ...args])).code, args.join(' ')).toBe(3);
    expect((await run(['drift', '--all', '-s', 'shop'])).code).toBe(3);
  });
});
