import {expect, it} from 'vitest';
import type {SharedList} from '../../src/app/shared/list-shared.ts';
import type {JsonObject} from '../../src/core/json.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import type {Release} from '../../src/core/release/release.ts';
import {applied, destroyed} from '../rig/changes.ts';
import {configMap, service} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack, type Stack} from '../rig/stack.ts';

onCluster('shared resources', (cluster) => {
  const {kubeconfigPath} = cluster;
  const shared = (id: string, path: string): string => `\${ref:shared:${id}#${path}}`;

  type Files = Readonly<Record<string, unknown>>;

  const stack = (namespace: string): JsonObject => ({
    workspace: 'test',
    namespace,
    sources: [{manifests: 'manifests/*', references: true}],
  });

  /** Two projects, shop and pay, and the shared stack with a database and its settings. */
  async function projects(more: Files = {}) {
    const namespace = cluster.freshNamespace();
    const made = await makeStack({name: 'root', kubeconfigPath});
    await made.remove('stack.yaml');
    const [db, settings] = [`v1:Service:${namespace}:db`, `v1:ConfigMap:${namespace}:settings`];
    const ofProject = {workspaces: '../workspaces'};
    await made.write({
      'shared/project.yaml': ofProject,
      'shared/stack.yaml': stack(namespace),
      'shared/manifests/db.yaml': service('db'),
      'shared/manifests/settings.yaml': configMap('settings', {size: '3'}),
      'shop/project.yaml': ofProject,
      'shop/web/stack.yaml': stack(namespace),
      'shop/web/manifests/web.yaml': configMap('web', {
        url: `http://${shared(db, 'spec.clusterIP')}:80`,
        size: shared(settings, 'data.size'),
      }),
      'pay/project.yaml': ofProject,
      'pay/api/stack.yaml': stack(namespace),
      'pay/api/manifests/api.yaml': configMap('api', {size: shared(settings, 'data.size')}),
      ...more,
    });
    const data = async (name: string) =>
      (await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name}))?.['data'];
    return {made, namespace, db, settings, data};
  }

  async function all(made: Stack): Promise<void> {
    for (const name of ['shared/shared', 'shop/web', 'pay/api']) await applied(made, ['-s', name]);
  }

  it('two projects take values from one shared stack, and the list names them without any files', async () => {
    const {made, namespace, db, settings, data} = await projects();
    await all(made);
    const live = await cluster.get({apiVersion: 'v1', kind: 'Service', namespace, name: 'db'});
    const address = String((live?.['spec'] as JsonObject)['clusterIP']);
    expect(await data('web')).toEqual({url: `http://${address}:80`, size: '3'});
    expect(await data('api')).toEqual({size: '3'});
    const quiet = await made.gantry(['preview', '-s', 'shop/web', '--exit-code']);
    expect(quiet.code, quiet.stdout).toBe(0);
    // Everything is in the releases: the files of the stacks are not needed.
    for (const file of ['shared/stack.yaml', 'shop/web/stack.yaml', 'pay/api/stack.yaml']) await made.remove(file);
    const {document, code, stderr} = await made.json<SharedList>(['shared', 'list', '-w', 'test']);
    expect(code, stderr).toBe(0);
    expect(document.resources.map(({id, stack: of, usedBy}) => [id, of, usedBy.map((user) => user.stack)])).toEqual([
      [settings, 'shared/shared', ['pay/api', 'shop/web']],
      [db, 'shared/shared', ['shop/web']],
    ]);
    expect(document.resources[1]?.usedBy).toEqual([
      {
        stack: 'shop/web',
        revision: 1,
        sharedRevision: 1,
        fields: [{resource: `v1:ConfigMap:${namespace}:web`, path: 'data.url', from: 'spec.clusterIP'}],
      },
    ]);
    const text = await made.gantry(['shared', 'list', '-w', 'test']);
    expect(text.stdout).toMatch(/settings\s+shared\/shared\s+1\s+pay\/api, shop\/web/);
    expect(text.stdout).toContain('2 shared resources in test, 0 unused.');
  });

  it('a release records what it used, with the revision and the digest', async () => {
    const {made, settings, namespace} = await projects();
    await all(made);
    const {document} = await made.json<Release>(['release', 'show', '-s', 'pay/api']);
    expect(document.uses).toEqual([
      {
        stack: 'shared/shared',
        id: settings,
        revision: 1,
        digest: expect.stringMatching(/./),
        fields: [{resource: `v1:ConfigMap:${namespace}:api`, path: 'data.size', from: 'data.size'}],
      },
    ]);
  });

  it('a changed value of a shared resource is a change of its users, by reference', async () => {
    const {made, namespace} = await projects();
    await all(made);
    await made.write({'shared/manifests/settings.yaml': configMap('settings', {size: '5'})});
    await applied(made, ['-s', 'shared/shared']);
    for (const [name, object] of [
      ['shop/web', 'web'],
      ['pay/api', 'api'],
    ] as const) {
      const {document} = await made.json<Plan>(['preview', '-s', name]);
      const change = document.changes.find(({id}) => id === `v1:ConfigMap:${namespace}:${object}`);
      expect(change?.fields.filter(({path}) => path.startsWith('data'))).toMatchObject([
        {path: 'data.size', before: '3', after: '5', cause: 'reference'},
      ]);
    }
  });

  it('removing what is used is refused and names both projects and their fields, by apply, preview and destroy', async () => {
    const {made, namespace, data} = await projects();
    await all(made);
    await made.remove('shared/manifests/settings.yaml');
    for (const args of [
      ['apply', '--yes', '--allow-delete', 'all'],
      ['preview'],
      ['destroy', '--yes', '--allow-delete', 'all'],
    ]) {
      const refused = await made.gantry([...args, '-s', 'shared/shared']);
      expect(refused.code, refused.stderr).toBe(5);
      expect(refused.stderr).toContain(`pay/api (data.size of v1:ConfigMap:${namespace}:api)`);
      expect(refused.stderr).toContain(`shop/web (data.size of v1:ConfigMap:${namespace}:web)`);
    }
    const forgotten = await made.gantry(['resource', 'forget', 'ConfigMap', '-s', 'shared/shared', '--yes']);
    expect(forgotten.code, forgotten.stderr).toBe(5);
    expect(await data('settings')).toEqual({size: '3'});
    // Without users it may go.
    await made.write({
      'shop/web/manifests/web.yaml': configMap('web', {size: '3'}),
      'pay/api/manifests/api.yaml': configMap('api', {size: '3'}),
    });
    await applied(made, ['-s', 'shop/web']);
    await destroyed(made, ['-s', 'pay/api', '--allow-delete', 'all']);
    await applied(made, ['-s', 'shared/shared', '--allow-delete', 'all']);
    expect(await data('settings')).toBeUndefined();
  });

  it('a shared stack is ordered before its users in one run', async () => {
    const {made, data} = await projects();
    const ran = await made.gantry(['apply', '--all', '--yes']);
    expect(ran.code, ran.stdout + ran.stderr).toBe(0);
    expect(await data('api')).toEqual({size: '3'});
    const {document} = await made.json<SharedList>(['shared', 'list', '-w', 'test']);
    expect(document.resources.map(({usedBy}) => usedBy.length)).toEqual([2, 1]);
  });

  it.each([
    {name: 'an unknown id', id: 'v1:ConfigMap:NS:setings', want: /Did you mean v1:ConfigMap:NS:settings\?/},
    {name: 'a Secret', id: 'v1:Secret:NS:login', want: /a value of a shared Secret would be shown and recorded here/},
  ])('a reference to $name is refused at its line', async ({id, want}) => {
    const secret = {apiVersion: 'v1', kind: 'Secret', metadata: {name: 'login'}, stringData: {password: 'canary'}};
    const {made, namespace} = await projects({'shared/manifests/login.yaml': secret});
    await applied(made, ['-s', 'shared/shared']);
    const asked = id.replace('NS', namespace);
    await made.write({'pay/api/manifests/api.yaml': configMap('api', {size: shared(asked, 'data.password')})});
    const refused = await made.gantry(['preview', '-s', 'pay/api']);
    expect(refused.code, refused.stdout).toBe(3);
    expect(refused.stderr).toMatch(new RegExp(want.source.replaceAll('NS', namespace)));
    expect(refused.stderr).toContain('api.yaml:');
    expect(refused.stderr).toContain(asked);
  });

  it('twenty stacks of one run read a shared resource at the same time, and each is listed as a user', async () => {
    const {made, namespace, settings, data} = await projects();
    await made.write(
      Object.fromEntries(
        Array.from({length: 20}, (_, i) => [
          [`shop/s${i}/stack.yaml`, stack(namespace)],
          [`shop/s${i}/manifests/s.yaml`, configMap(`s${i}`, {size: shared(settings, 'data.size')})],
        ])
          .flat()
          .map(([file, content]) => [file, content] as const),
      ),
    );
    const ran = await made.gantry(['apply', '--all', '--yes', '--parallel-stacks', '20']);
    expect(ran.code, ran.stdout + ran.stderr).toBe(0);
    expect(await data('s19')).toEqual({size: '3'});
    const {document} = await made.json<SharedList>(['shared', 'list', '-w', 'test']);
    expect(document.resources.find(({id}) => id === settings)?.usedBy).toHaveLength(22);
  });

  it('a plan that was saved before a shared resource was removed writes nothing', async () => {
    const {made, data} = await projects();
    await applied(made, ['-s', 'shared/shared']);
    const saved = await made.gantry(['preview', '-s', 'pay/api', '--save', 'api.plan.json']);
    expect(saved.code, saved.stderr).toBe(0);
    await made.remove('shared/manifests/settings.yaml');
    await applied(made, ['-s', 'shared/shared', '--allow-delete', 'all']);
    const stale = await made.gantry(['apply', 'api.plan.json']);
    expect([3, 5], stale.stderr).toContain(stale.code);
    expect(stale.stderr).toContain('no shared stack of the workspace has it');
    expect(await data('api')).toBeUndefined();
  });

  it('a shared stack that is used is not renamed, and neither is its project', async () => {
    const {made} = await projects();
    await all(made);
    for (const args of [
      ['stack', 'rename', 'shared/shared', 'data'],
      ['-C', 'shared', 'project', 'rename', 'common'],
    ]) {
      const refused = await made.gantry([...args, '--yes']);
      expect(refused.code, refused.stdout + refused.stderr).toBe(3);
      expect(refused.stderr).toContain('cannot be renamed: pay/api, shop/web would lose them');
    }
    const {document} = await made.json<SharedList>(['shared', 'list', '-w', 'test']);
    expect(document.resources.map(({stack: of, usedBy}) => [of, usedBy.length])).toEqual([
      ['shared/shared', 2],
      ['shared/shared', 1],
    ]);
  });

  it('a shared stack has releases, drift and a rollback of its own', async () => {
    const {made, namespace, data} = await projects();
    await all(made);
    await made.write({'shared/manifests/settings.yaml': configMap('settings', {size: '5'})});
    await applied(made, ['-s', 'shared/shared']);
    await cluster.patchAs(
      'kubectl-edit',
      {apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'settings'},
      {data: {size: '9'}},
    );
    expect((await made.gantry(['drift', '-s', 'shared/shared', '--exit-code'])).code).toBe(2);
    const back = await made.gantry(['release', 'rollback', '--to', '1', '-s', 'shared/shared', '--yes']);
    expect(back.code, back.stderr).toBe(0);
    expect(await data('settings')).toEqual({size: '3'});
    expect((await made.gantry(['preview', '-s', 'pay/api', '--exit-code'])).code).toBe(0);
  });
});
