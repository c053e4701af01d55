import {mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import type {Release} from '../../src/core/release/release.ts';
import {canary} from '../rig/canaries.ts';
import {applied, destroyed, pendingChanges} from '../rig/changes.ts';
import type {Ref} from '../rig/cluster.ts';
import {expectNoLeak} from '../rig/leak-check.ts';
import {configMap, deployment, failing, manifests, namespaceObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {startGantry} from '../rig/program.ts';
import {makeStack, type Stack} from '../rig/stack.ts';
import {expectRefused} from './support/refusal.ts';

type Listed = {
  readonly releases: readonly Pick<Release, 'revision' | 'phase' | 'operation' | 'from'>[];
};

const secret = (name: string, password: string): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {name},
  stringData: {password},
});

onCluster('gantry release rollback', (cluster) => {
  const {kubeconfigPath} = cluster;

  /** Each entry is the files of one release, applied one after the other. */
  async function released(...releases: readonly (readonly JsonObject[])[]) {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({kubeconfigPath, namespace});
    for (const objects of releases) {
      await stack.write(manifests(...objects));
      await applied(stack);
    }
    const ref = (name: string, kind = 'ConfigMap'): Ref => ({apiVersion: 'v1', kind, namespace, name});
    const data = async (name: string, kind?: string): Promise<unknown> =>
      (await cluster.get(ref(name, kind)))?.['data'];
    return {stack, namespace, ref, data};
  }

  /** `gantry` in a directory without any file of the stack, by names alone. */
  async function away({dir, home, gantry}: Stack) {
    const cwd = join(home, 'elsewhere');
    await mkdir(cwd, {recursive: true});
    const workspace = join(dir, 'workspaces', 'test.yaml');
    return (args: readonly string[]) => gantry([...args, '-s', 'shop/shop', '-w', workspace], {cwd});
  }

  it('a rollback restores the previous release without the files: deleted objects return, and new ones are deleted', async () => {
    const {stack, data, ref} = await released(
      [configMap('settings', {a: '1'}), configMap('old', {a: '1'})],
      [configMap('settings', {a: '2'}), configMap('new', {a: '1'})],
    );
    const run = await away(stack);
    const shown = await run(['release', 'rollback', '--dry-run']);
    expect(shown, shown.stderr).toMatchObject({code: 0});
    expect(shown.stderr).toMatch(/rolling back to revision 1 of \d{4}-\S+ by .*\S+@/);
    expect(shown.stdout).toContain('1 to create, 1 to update, 1 to delete');
    expect(await data('settings')).toEqual({a: '2'});

    const ran = await run(['release', 'rollback', '--yes']);
    expect(ran, ran.stderr).toMatchObject({code: 0, stdout: expect.stringContaining('Release 3')});
    expect(await data('settings')).toEqual({a: '1'});
    expect(await data('old')).toEqual({a: '1'});
    expect(await cluster.get(ref('new'))).toBeUndefined();

    await stack.write(manifests(configMap('settings', {a: '1'}), configMap('old', {a: '1'})));
    expect(await pendingChanges(stack)).toEqual([]);
    const {releases} = await list(stack);
    expect(releases.map(({revision, phase, from}) => [revision, phase, from])).toEqual([
      [3, 'succeeded', {revision: 1}],
      [2, 'succeeded', undefined],
      [1, 'succeeded', undefined],
    ]);
    expect((await stack.gantry(['release', 'list'])).stdout).toMatch(/^3\* +succeeded \(rollback to 1\)/m);
    expect((await stack.gantry(['release', 'show'])).stdout).toMatch(/^Rollback +to revision 1$/m);
  });

  it('a rollback goes to a named revision, also by preview and apply, saved or not, and can be rolled back', async () => {
    const settings = (a: string) => [configMap('settings', {a})];
    const {stack, data} = await released(settings('1'), settings('2'), settings('3'));
    const run = await away(stack);
    const {changes} = JSON.parse((await run(['preview', '--revision', '1', '-o', 'json'])).stdout) as Plan;
    expect(changes).toMatchObject([{action: 'update', fields: [{path: 'data.a', before: '3', after: '1'}]}]);
    expect(await run(['release', 'rollback', '--to', '1', '--yes'])).toMatchObject({code: 0});
    expect(await data('settings')).toEqual({a: '1'});
    expect(await run(['release', 'rollback', '--yes'])).toMatchObject({code: 0});
    expect(await data('settings')).toEqual({a: '3'});
    expect(await run(['apply', '--revision', '2', '--yes'])).toMatchObject({code: 0});
    expect(await data('settings')).toEqual({a: '2'});
    expect(await run(['preview', '--revision', '1', '--save', 'plan.json'])).toMatchObject({code: 0});
    const own = join(stack.dir, 'workspaces/test.yaml');
    const saved = await stack.gantry(['apply', 'plan.json', '-w', own], {cwd: join(stack.home, 'elsewhere')});
    expect(saved, saved.stderr).toMatchObject({code: 0});
    expect(await data('settings')).toEqual({a: '1'});
    expect((await list(stack)).releases.map(({from}) => from?.revision)).toEqual([
      1,
      2,
      3,
      1,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('a rollback to the current revision corrects later changes, and without any does nothing', async () => {
    const {stack, data, ref} = await released([configMap('settings', {a: '1'})]);
    await cluster.patchAs('kubectl-edit', ref('settings'), {data: {a: 'theirs'}});
    const ran = await stack.gantry(['release', 'rollback', '--to', '1', '--yes']);
    expect(ran, ran.stderr).toMatchObject({code: 0, stderr: expect.stringContaining('current revision 1')});
    expect(await data('settings')).toEqual({a: '1'});
    expect(await stack.gantry(['release', 'rollback', '--to', '2', '--yes'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Nothing to do'),
    });
  });

  it('a rollback to an unknown revision or to a destroy is refused before the cluster is contacted', async () => {
    const {stack} = await released([configMap('settings', {a: '1'})]);
    await expectRefused(stack, ['release', 'rollback', '--yes'], {
      exit: 3,
      code: 'release/not-found',
      says: ['no release before revision 1 that succeeded'],
    });
    await expectRefused(stack, ['release', 'rollback', '--to', '7', '--yes'], {
      exit: 3,
      code: 'release/not-found',
      says: ['no revision 7', 'its revisions are 1 to 1'],
    });
    await destroyed(stack);
    await expectRefused(stack, ['release', 'rollback', '--to', '2', '--yes'], {
      exit: 3,
      code: 'input/usage',
      says: [/revision 2 is a destroy/i],
    });
    for (const args of [
      ['--to', '0'],
      ['--to', 'x'],
      ['--spec-file', 'x.yaml'],
      ['--image', 'a=b'],
    ])
      expect((await stack.gantry(['release', 'rollback', ...args])).code, args.join(' ')).toBe(3);
  });

  it('a rollback restores the ignored fields and the health rules of the release', async () => {
    const {stack, namespace, data, ref} = await released();
    const file = {name: 'shop', workspace: 'test', namespace, sources: [{manifests: 'manifests/**/*'}]};
    const said = {
      ignore: [{kind: 'ConfigMap', path: 'data.theirs'}],
      health: [{kind: 'ConfigMap', ready: 'object.data.a == "1"'}],
    };
    await stack.write({'stack.yaml': {...file, ...said}, ...manifests(configMap('settings', {a: '1', theirs: '1'}))});
    await applied(stack);
    await stack.write({'stack.yaml': file, ...manifests(configMap('settings', {a: '2'}))});
    await applied(stack);
    await cluster.patchAs('kubectl-edit', ref('settings'), {data: {theirs: 'edited'}});
    const ran = await (await away(stack))(['release', 'rollback', '--yes']);
    expect(ran, ran.stderr).toMatchObject({code: 0});
    expect(await data('settings')).toEqual({a: '1', theirs: 'edited'});
    const {document} = await stack.json<Release>(['release', 'show']);
    expect(document).toMatchObject({revision: 3, namespace, ...said});
    const {stdout} = await stack.gantry(['release', 'diff', '2', '3']);
    expect(stdout).toMatch(/^ +health: \+ /m);
  });

  it('a rollback restores a destroyed stack', async () => {
    const {stack, data} = await released([configMap('settings', {a: '1'}), deployment('web', {replicas: 1})]);
    await destroyed(stack);
    const run = await away(stack);
    const ran = await run(['release', 'rollback', '--yes']);
    expect(ran, ran.stderr).toMatchObject({code: 0});
    expect(await data('settings')).toEqual({a: '1'});
    expect(await pendingChanges(stack)).toEqual([]);
  });

  it('a rollback after a failed run goes to the last successful one, and the failed one can be named, with a warning', async () => {
    const web = (how?: Parameters<typeof failing>[0]) =>
      deployment('web', how === undefined ? {} : {annotations: failing(how)});
    const {stack} = await released([web()]);
    await stack.write(manifests(web('never-ready')));
    expect((await stack.gantry(['apply', '--yes', '--timeout', '1s'])).code).toBe(6);
    const {document} = await stack.json<Plan>(['preview', '--revision', '2']);
    expect(document.diagnostics).toMatchObject([
      {code: 'release/rollback'},
      {code: 'release/unproven', severity: 'warning', message: expect.stringContaining('failed')},
    ]);
    const ran = await stack.gantry(['release', 'rollback', '--yes']);
    expect(ran, ran.stderr).toMatchObject({code: 0});
    expect((await list(stack)).releases.map(({phase, from}) => [phase, from?.revision])).toEqual([
      ['succeeded', 1],
      ['failed', undefined],
      ['succeeded', undefined],
    ]);
  });

  it('a rollback takes literal secrets from live objects if they still have the released value', async () => {
    const password = canary('literal');
    const {stack, data} = await released(
      [secret('login', password), configMap('settings', {a: '1'})],
      [secret('login', password), configMap('settings', {a: '2'})],
    );
    const ran = await (await away(stack))(['release', 'rollback', '--yes']);
    expect(ran, ran.stderr).toMatchObject({code: 0});
    expect(await data('settings')).toEqual({a: '1'});
    expect(await data('login', 'Secret')).toEqual({password: Buffer.from(password).toString('base64')});
    await expectNoLeak(stack, ran.stdout + ran.stderr, {password});
  });

  it.each(['changed', 'deleted'])(
    'a rollback whose literal secret was %s since is blocked with a hint, and writes nothing',
    async (how) => {
      const settings = (a: string) => configMap('settings', {a});
      const second = how === 'changed' ? [secret('login', 'two-two-two'), settings('2')] : [settings('2')];
      const {stack, data} = await released([secret('login', 'one-one-one'), settings('1')], second);
      await expectRefused(stack, ['release', 'rollback', '--yes'], {
        exit: 5,
        code: 'plan/blocked',
        says: ['data.password of revision 1', 'an apply from the files of revision 1'],
      });
      expect(await data('settings')).toEqual({a: '2'});
      expect((await list(stack)).releases).toHaveLength(2);
    },
  );

  it('a rollback takes the present values of a secret store, and names those that differ from the release', async () => {
    const namespace = cluster.freshNamespace();
    await cluster.create(namespaceObject(namespace));
    const secrets = {before: canary('before'), after: canary('after')};
    const env = [
      {name: 'PASSWORD', value: 'ref://db/password'},
      {name: 'FIXED', value: 'ref://db/fixed'},
    ];
    const files = (image: string) =>
      manifests(deployment('web', {image, env}), {...secret('keys', ''), stringData: {own: 'ref://db/password'}});
    const stack = await makeStack({
      namespace,
      files: {
        'stack.yaml': {
          name: 'shop',
          workspace: 'test',
          namespace,
          sources: [{manifests: 'manifests/**/*', references: true}],
        },
        'workspaces/test.yaml': {
          name: 'test',
          context: {kubeconfig_path: kubeconfigPath},
          secretStore: {provider: {file: {path: '../secrets'}}},
        },
      },
    });
    const store = (password: string) =>
      stack.write({'secrets/db': JSON.stringify({password, fixed: 'stays-as-it-is'})});
    await store(secrets.before);
    await stack.write(files('nginx:1.26'));
    await applied(stack);
    await store(secrets.after);
    await stack.write(files('nginx:1.27'));
    await applied(stack);

    const shown = await stack.json<Plan>(['release', 'rollback', '--dry-run']);
    const rotated = shown.document.diagnostics.filter(({code}) => code === 'secret/rotated');
    expect(rotated).toMatchObject([
      {
        resource: `apps/v1:Deployment:${namespace}:web`,
        path: 'spec.template.spec.containers[name="app"].env[name="PASSWORD"].value',
        message: expect.stringContaining('ref://db/password, whose value is no longer the one of revision 1'),
      },
      {resource: `v1:Secret:${namespace}:keys`, path: 'data.own'},
    ]);
    const ran = await (await away(stack))(['release', 'rollback', '--yes']);
    expect(ran, ran.stderr).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('no longer the one of revision 1'),
    });
    const keys = {apiVersion: 'v1', kind: 'Secret', namespace, name: 'keys'};
    expect((await cluster.get(keys))?.['data']).toEqual({own: Buffer.from(secrets.after).toString('base64')});
    await expectNoLeak(stack, [shown, ran].map(({stdout, stderr}) => stdout + stderr).join('\n'), secrets);
    // Between 3 and 2 nothing was rotated.
    const back = await stack.json<Plan>(['release', 'rollback', '--dry-run']);
    expect(back.document.diagnostics.map(({code}) => code)).toEqual(['release/rollback']);
  });

  it('a rollback deletes objects with data only with a permission, and prints a command to paste', async () => {
    const claim = {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: {name: 'data'},
      spec: {accessModes: ['ReadWriteOnce'], storageClassName: 'none', resources: {requests: {storage: '1Gi'}}},
    };
    const settings = configMap('settings', {a: '1'});
    const {stack, namespace, ref} = await released([settings]);
    await stack.write(manifests(settings, claim));
    await applied(stack, ['--no-wait']);
    const id = `v1:PersistentVolumeClaim:${namespace}:data`;
    const refused = await stack.gantry(['release', 'rollback', '--to', '1', '--yes']);
    expect(refused.code).toBe(5);
    expect(refused.stderr).toContain(`gantry release rollback --to 1 --allow-delete ${id}`);
    expect(await cluster.get(ref('data', 'PersistentVolumeClaim'))).toBeDefined();
    const ran = await stack.gantry(['release', 'rollback', '--to', '1', '--allow-delete', id, '--yes']);
    expect(ran, ran.stderr).toMatchObject({code: 0});
    expect(await cluster.get(ref('data', 'PersistentVolumeClaim'))).toBeUndefined();
  });

  it('a rollback ends with 5 while another run holds the lock, and is stale after another release', async () => {
    const {stack, data} = await released([configMap('settings', {a: '1'})], [configMap('settings', {a: '2'})]);
    await stack.write(
      manifests(configMap('settings', {a: '3'}), deployment('web', {annotations: failing('never-ready')})),
    );
    const holder = startGantry(stack, ['apply', '--yes', '--timeout', '8s', '-o', 'jsonl']);
    await holder.event('step-applied', ({id}) => String(id).endsWith(':web'));
    await expectRefused(stack, ['release', 'rollback', '--to', '1', '--yes', '--lock-timeout', '0'], {
      exit: 5,
      code: 'release/locked',
      says: [`pid ${holder.child.pid}`],
    });
    // It waits for the lock; by the time that it has it, another release is there.
    const waited = await stack.json(['release', 'rollback', '--to', '1', '--yes', '--lock-timeout', '60']);
    expect(waited).toMatchObject({
      code: 5,
      document: {error: {code: 'plan/stale', detail: expect.stringContaining('revision 3')}},
    });
    expect((await holder.ended).code).toBe(6);
    expect(await data('settings')).toEqual({a: '3'});
  });

  async function list(stack: Stack): Promise<Listed> {
    return (await stack.json<Listed>(['release', 'list'])).document;
  }
});
