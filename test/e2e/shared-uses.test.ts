import {readFile} from 'node:fs/promises';
import {expect, it} from 'vitest';
import type {SharedList} from '../../src/app/shared/list-shared.ts';
import {isObject, type JsonObject} from '../../src/core/json.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import type {Release} from '../../src/core/release/release.ts';
import {applied} from '../rig/changes.ts';
import {configMap, service} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';
import {filesBelow} from './support/refusal.ts';

onCluster('uses of shared resources', (cluster) => {
  const {kubeconfigPath} = cluster;
  const shared = (id: string, path: string): string => `\${ref:shared:${id}#${path}}`;

  type Files = Readonly<Record<string, unknown>>;

  const stack = (namespace: string, more: JsonObject = {}): JsonObject => ({
    workspace: 'test',
    namespace,
    sources: [{manifests: 'manifests/*', references: true}],
    ...more,
  });

  /** The shared stack with a database and its login, and an empty project shop. */
  async function projects(files: (ids: {db: string; login: string; settings: string; namespace: string}) => Files) {
    const namespace = cluster.freshNamespace();
    const made = await makeStack({name: 'root', kubeconfigPath});
    await made.remove('stack.yaml');
    const ids = {
      db: `v1:Service:${namespace}:db`,
      login: `v1:Secret:${namespace}:login`,
      settings: `v1:ConfigMap:${namespace}:settings`,
      namespace,
    };
    await made.write({
      'shared/project.yaml': {workspaces: '../workspaces'},
      'shared/stack.yaml': stack(namespace),
      'shared/manifests/db.yaml': service('db'),
      'shared/manifests/settings.yaml': configMap('settings', {size: '3'}),
      'shared/manifests/login.yaml': secret('login', {password: 'canary-one-long'}),
      'shop/project.yaml': {workspaces: '../workspaces'},
      'shop/web/stack.yaml': stack(namespace),
      ...files(ids),
    });
    const live = (kind: string, name: string) => cluster.get({apiVersion: 'v1', kind, namespace, name});
    return {made, ...ids, live};
  }

  const secret = (name: string, stringData: JsonObject): JsonObject => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {name},
    stringData,
  });

  const inSpec = (namespace: string, dependsOn: readonly string[]): JsonObject => ({
    resources: [
      {
        id: `v1:ConfigMap:${namespace}:web`,
        type: 'Kubernetes',
        attributes: {...configMap('web', {a: 'b'}), metadata: {name: 'web', namespace}},
        dependsOn: [...dependsOn],
      },
    ],
  });

  it('dependsOn of a resource names a shared one: recorded without fields, ordered, and its removal is refused', async () => {
    const {made, db, namespace} = await projects(({db: id, namespace: here}) => ({
      'shop/web/stack.yaml': stack(here, {sources: [{spec: 'spec.yaml'}]}),
      'shop/web/spec.yaml': inSpec(here, [`shared:${id}`]),
    }));
    const early = await made.gantry(['preview', '-s', 'shop/web']);
    expect(early.code, early.stdout).toBe(3);
    expect(early.stderr).toContain(
      `dependsOn[0] names the shared resource ${db}: no shared stack of the workspace has it`,
    );
    const ran = await made.gantry(['apply', '--all', '--yes']);
    expect(ran.code, ran.stdout + ran.stderr).toBe(0);
    expect(ran.stdout.indexOf('shared/shared')).toBeLessThan(ran.stdout.indexOf('shop/web'));
    const {document} = await made.json<Release>(['release', 'show', '-s', 'shop/web']);
    expect(document.uses).toMatchObject([{stack: 'shared/shared', id: db, revision: 1, fields: []}]);
    await made.remove('shared/manifests/db.yaml');
    const refused = await made.gantry(['apply', '-s', 'shared/shared', '--yes', '--allow-delete', 'all']);
    expect(refused.code, refused.stderr).toBe(5);
    expect(refused.stderr).toContain(`${db} is used by shop/web (dependsOn)`);
    // Without the dependency nothing else changes, and the release records that.
    await made.write({'shop/web/spec.yaml': inSpec(namespace, [])});
    await applied(made, ['-s', 'shop/web']);
    await applied(made, ['-s', 'shared/shared', '--allow-delete', 'all']);
  });

  it('the order annotation names a shared resource, a misspelt one is refused with the nearest id, and "before" is refused', async () => {
    const ordered = (order: string): JsonObject => ({
      ...configMap('web', {a: 'b'}),
      metadata: {name: 'web', annotations: {'gantry.dev/order': order}},
    });
    const {made, db} = await projects(({db: id}) => ({
      'shop/web/manifests/web.yaml': ordered(`after shared:${id}x`),
    }));
    await applied(made, ['-s', 'shared/shared']);
    const misspelt = await made.gantry(['preview', '-s', 'shop/web']);
    expect(misspelt.code).toBe(3);
    expect(misspelt.stderr).toContain(`Did you mean ${db}?`);
    await made.write({'shop/web/manifests/web.yaml': ordered(`before shared:${db}`)});
    const before = await made.gantry(['preview', '-s', 'shop/web']);
    expect(before.code).toBe(3);
    expect(before.stderr).toContain('Write "after shared:ID", or remove it.');
    await made.write({'shop/web/manifests/web.yaml': ordered(`after shared:${db}`)});
    await applied(made, ['-s', 'shop/web']);
    const {document} = await made.json<SharedList>(['shared', 'list', '-w', 'test']);
    expect(document.resources.find(({id}) => id === db)?.usedBy).toMatchObject([{stack: 'shop/web', fields: []}]);
  });

  it('a dependency that is added to an applied stack is recorded although nothing else changes', async () => {
    const {made, db, namespace} = await projects(({namespace: here}) => ({
      'shop/web/stack.yaml': stack(here, {sources: [{spec: 'spec.yaml'}]}),
      'shop/web/spec.yaml': inSpec(here, []),
    }));
    for (const name of ['shared/shared', 'shop/web']) await applied(made, ['-s', name]);
    await made.write({'shop/web/spec.yaml': inSpec(namespace, [`shared:${db}`])});
    await applied(made, ['-s', 'shop/web']);
    const destroyed = await made.gantry(['destroy', '-s', 'shared/shared', '--yes', '--allow-delete', 'all']);
    expect(destroyed.code, destroyed.stderr).toBe(5);
    // The same again records nothing new.
    await applied(made, ['-s', 'shop/web']);
    const {document} = await made.json<Release>(['release', 'show', '-s', 'shop/web']);
    expect(document.revision).toBe(2);
  });

  const dataOf = (object: JsonObject | undefined): Readonly<Record<string, string>> => {
    const data = object?.['data'];
    const entries = isObject(data) ? Object.entries(data) : [];
    return Object.fromEntries(entries.map(([name, text]) => [name, Buffer.from(String(text), 'base64').toString()]));
  };

  it('a value of a shared Secret is copied into data and stringData of a Secret, and is shown and recorded nowhere', async () => {
    const {made, live, login} = await projects(({login: id}) => ({
      'shop/web/manifests/web.yaml': {
        ...secret('web', {
          url: `postgres://app:${shared(id, 'data.password')}@db`,
          plain: shared(id, 'stringData.password'),
        }),
        data: {encoded: shared(id, 'data.password')},
      },
    }));
    const outputs: string[] = [];
    const run = async (args: readonly string[]) => {
      const ran = await made.gantry(args);
      outputs.push(ran.stdout, ran.stderr);
      return ran;
    };
    // In one run: the value is known only after the shared stack was applied.
    const previewed = await run(['preview', '--all', '-o', 'json']);
    expect(previewed.code, previewed.stderr).toBe(0);
    const all = await run(['apply', '--all', '--yes']);
    expect(all.code, all.stdout + all.stderr).toBe(0);
    expect(dataOf(await live('Secret', 'web'))).toEqual({
      url: 'postgres://app:canary-one-long@db',
      plain: 'canary-one-long',
      encoded: 'canary-one-long',
    });
    expect((await run(['preview', '-s', 'shop/web', '--exit-code'])).code).toBe(0);
    const saved = await run(['preview', '-s', 'shop/web', '--save', 'web.plan.json', '-o', 'json']);
    expect(saved.code, saved.stderr).toBe(0);
    const shown = await run(['release', 'show', '-s', 'shop/web', '-o', 'json']);
    const release = JSON.parse(shown.stdout) as Release;
    expect(release.uses).toMatchObject([{id: login, fields: [{from: 'data.password'}, {}, {}]}]);
    await run(['shared', 'list', '-w', 'test', '-o', 'json']);
    await run(['why', `v1:Secret:${login.split(':')[2]}:web`, 'data.url', '-s', 'shop/web']);
    // Another value is a change of the user, and its plan file is stale.
    await made.write({'shared/manifests/login.yaml': secret('login', {password: 'canary-two-long'})});
    expect((await run(['apply', '-s', 'shared/shared', '--yes'])).code).toBe(0);
    const stale = await run(['apply', 'web.plan.json']);
    expect(stale.code, stale.stderr).toBe(5);
    const {document} = await made.json<Plan>(['preview', '-s', 'shop/web']);
    outputs.push(JSON.stringify(document));
    const [change] = document.changes.filter(({action}) => action === 'update');
    expect(change?.fields.map(({path, cause, sensitive}) => [path, cause, sensitive])).toEqual([
      ['data.encoded', 'secret', true],
      ['data.plain', 'secret', true],
      ['data.url', 'secret', true],
    ]);
    expect((await run(['apply', '-s', 'shop/web', '--yes', '-o', 'json'])).code).toBe(0);
    expect(dataOf(await live('Secret', 'web'))['url']).toBe('postgres://app:canary-two-long@db');
    const back = await run(['release', 'rollback', '--to', '1', '-s', 'shop/web', '--yes']);
    expect(back.code, back.stderr).toBe(0);
    // A release has the reference, so the current value is sent.
    expect(dataOf(await live('Secret', 'web'))['plain']).toBe('canary-two-long');
    const files = [...(await filesBelow(made.home)), ...(await filesBelow(made.dir))];
    const kept = files.filter((file) => !file.includes('manifests'));
    expect(kept.length).toBeGreaterThan(5);
    // Both change in one run.
    await made.write({'shared/manifests/login.yaml': secret('login', {password: 'canary-three-long'})});
    const again = await run(['apply', '--all', '--yes']);
    expect(again.code, again.stdout + again.stderr).toBe(0);
    expect(dataOf(await live('Secret', 'web'))['encoded']).toBe('canary-three-long');
    const texts = [...outputs, ...(await Promise.all(kept.map((file) => readFile(file, 'utf8'))))];
    for (const canary of ['canary-one-long', 'canary-two-long', 'canary-three-long']) {
      const forms = [canary, Buffer.from(canary).toString('base64').slice(0, -4)];
      expect(texts.filter((text) => forms.some((form) => text.includes(form)))).toEqual([]);
    }
  });

  it.each([
    {where: 'a ConfigMap', object: (value: string) => configMap('web', {size: value}), at: 'data.size'},
    {
      where: 'an annotation of a Secret',
      object: (value: string) => ({...secret('web', {}), metadata: {name: 'web', annotations: {a: value}}}),
      at: 'metadata.annotations.a',
    },
    {
      where: 'a name',
      object: (value: string) => ({...secret('web', {}), metadata: {name: value}}),
      at: 'metadata.name',
    },
    {
      where: 'an environment variable',
      object: (value: string) => ({
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: {name: 'web'},
        spec: {containers: [{name: 'a', image: 'a', env: [{name: 'P', value}]}]},
      }),
      at: 'spec.containers[0].env[0].value',
    },
  ])('a value of a shared Secret in $where is refused at its place, also by build', async ({object, at}) => {
    const {made} = await projects(({login}) => ({
      'shop/web/manifests/web.yaml': object(`x${shared(login, 'data.password')}`),
    }));
    await applied(made, ['-s', 'shared/shared']);
    for (const command of ['preview', 'build']) {
      const refused = await made.gantry([command, '-s', 'shop/web']);
      expect(refused.code, refused.stdout).toBe(3);
      expect(refused.stderr).toContain(at);
      expect(refused.stderr).toContain('a value of a shared Secret would be shown and recorded here');
      expect(refused.stderr).toContain('Write it under `stringData` of a Secret');
    }
  });

  it('a key that the shared Secret does not have is refused with the nearest one, and so is a Secret that was replaced', async () => {
    const {made, login, live, namespace} = await projects(({login: id}) => ({
      'shop/web/manifests/web.yaml': secret('web', {plain: shared(id, 'data.pasword')}),
    }));
    await applied(made, ['-s', 'shared/shared']);
    const misspelt = await made.gantry(['preview', '-s', 'shop/web']);
    expect(misspelt.code, misspelt.stdout).toBe(3);
    expect(misspelt.stderr).toContain('Did you mean password?');
    await made.write({'shop/web/manifests/web.yaml': secret('web', {plain: shared(login, 'data.password')})});
    const old = await live('Secret', 'login');
    await cluster.delete({apiVersion: 'v1', kind: 'Secret', namespace, name: 'login'});
    const gone = await made.gantry(['preview', '-s', 'shop/web']);
    expect(gone.code, gone.stdout).toBe(3);
    expect(gone.stderr).toContain('it is no longer in the cluster');
    expect(old).toBeDefined();
  });

  it('usableBy of a manifest permits projects by name and glob, and the plan of another is refused and names all', async () => {
    const limited = (projects: string): JsonObject => ({
      ...configMap('settings', {size: '3'}),
      metadata: {name: 'settings', annotations: {'gantry.dev/usable-by': projects}},
    });
    const {made, settings, namespace} = await projects(({settings: id, namespace: here}) => ({
      'shared/manifests/settings.yaml': limited('web, sh*'),
      'shop/web/manifests/web.yaml': configMap('web', {size: shared(id, 'data.size')}),
      'pay/project.yaml': {workspaces: '../workspaces'},
      'pay/api/stack.yaml': stack(here),
      'pay/api/manifests/api.yaml': configMap('api', {size: shared(id, 'data.size')}),
    }));
    await applied(made, ['-s', 'shared/shared']);
    await applied(made, ['-s', 'shop/web']);
    const refused = await made.gantry(['preview', '-s', 'pay/api']);
    expect(refused.code, refused.stdout).toBe(5);
    expect(refused.stderr).toContain('The project pay may not use shared resources');
    expect(refused.stderr).toContain(
      `${settings} of shared/shared (data.size of v1:ConfigMap:${namespace}:api) may be used by web, sh*`,
    );
    // Tightened while it is used: a warning, and the next plan of the user is refused.
    await made.write({'shared/manifests/settings.yaml': limited('pay')});
    const warned = await made.gantry(['preview', '-s', 'shared/shared']);
    expect(warned.code, warned.stderr).toBe(0);
    expect(warned.stdout + warned.stderr).toContain(`shop/web uses ${settings}, which may be used by pay`);
    await applied(made, ['-s', 'shared/shared']);
    expect((await made.gantry(['preview', '-s', 'shop/web'])).code).toBe(5);
    await applied(made, ['-s', 'pay/api']);
    await made.write({'shared/manifests/settings.yaml': limited('pay/api')});
    const wrong = await made.gantry(['preview', '-s', 'shared/shared']);
    expect(wrong.code).toBe(3);
    expect(wrong.stderr).toContain('pay/api is not one');
  });

  it('usableBy of a resource in a spec file is recorded although nothing else changes, also for an application', async () => {
    const spec = (here: string, extensions: JsonObject): JsonObject => ({
      resources: [
        {
          id: `v1:ConfigMap:${here}:settings`,
          type: 'Kubernetes',
          attributes: {...configMap('settings', {size: '3'}), metadata: {name: 'settings', namespace: here}},
          extensions,
        },
      ],
    });
    const {made, namespace, settings} = await projects(({settings: id, namespace: here}) => ({
      'shared/stack.yaml': stack(here, {sources: [{spec: 'spec.yaml'}]}),
      'shared/spec.yaml': spec(here, {}),
      'shop/web/stack.yaml': stack(here, {sources: [{app: 'app.yaml'}]}),
      'shop/web/app.yaml': {
        web: {
          workload: {
            _type: 'service.Service',
            replicas: 0,
            containers: {web: {image: 'nginx:1', env: {SIZE: shared(id, 'data.size')}}},
          },
        },
      },
    }));
    await applied(made, ['-s', 'shared/shared']);
    await made.write({'shared/spec.yaml': spec(namespace, {usableBy: ['pay']})});
    await applied(made, ['-s', 'shared/shared']);
    const refused = await made.gantry(['preview', '-s', 'shop/web']);
    expect(refused.code, refused.stdout + refused.stderr).toBe(5);
    expect(refused.stderr).toContain(`${settings} of shared/shared`);
    await made.write({'shared/spec.yaml': spec(namespace, {usableBy: 'pay'})});
    const wrong = await made.gantry(['preview', '-s', 'shared/shared']);
    expect(wrong.code).toBe(3);
    expect(wrong.stderr).toContain('`usableBy` must be a list of names of projects');
  });

  it('a plan of a shared stack shows who uses a changed value and what restarts, without the files of the users', async () => {
    const deployment = (name: string, container: JsonObject, annotations: JsonObject): JsonObject => ({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: {name, annotations},
      spec: {
        replicas: 0,
        selector: {matchLabels: {app: name}},
        template: {metadata: {labels: {app: name}}, spec: {containers: [{name: 'a', image: 'a', ...container}]}},
      },
    });
    const reads = {envFrom: [{configMapRef: {name: 'web'}}]};
    const {made, settings, namespace} = await projects(({settings: id, db, namespace: here}) => ({
      'shop/web/manifests/web.yaml': configMap('web', {size: shared(id, 'data.size')}),
      'shop/web/manifests/one.yaml': deployment('one', reads, {'gantry.dev/restart-on-change': 'true'}),
      'shop/web/manifests/two.yaml': deployment('two', reads, {}),
      'shop/api/stack.yaml': stack(here),
      'shop/api/manifests/api.yaml': deployment('api', {env: [{name: 'SIZE', value: shared(id, 'data.size')}]}, {}),
      'shop/other/stack.yaml': stack(here),
      'shop/other/manifests/other.yaml': configMap('other', {ip: shared(db, 'spec.clusterIP')}),
    }));
    await applied(made, ['--all', '--no-wait']);
    for (const name of ['web', 'api', 'other']) await made.remove(`shop/${name}/stack.yaml`);
    const quiet = await made.json<Plan>(['preview', '-s', 'shared/shared']);
    expect(quiet.document.dependants).toBeUndefined();
    await made.write({'shared/manifests/settings.yaml': configMap('settings', {size: '5'})});
    const {document} = await made.json<Plan>(['preview', '-s', 'shared/shared']);
    const from = {from: 'data.size', of: settings};
    expect(document.dependants).toEqual([
      {
        stack: 'shop/api',
        revision: 1,
        fields: [
          {
            resource: `apps/v1:Deployment:${namespace}:api`,
            path: 'spec.template.spec.containers[0].env[0].value',
            ...from,
          },
        ],
        restarts: [`apps/v1:Deployment:${namespace}:api`],
      },
      {
        stack: 'shop/web',
        revision: 1,
        fields: [{resource: `v1:ConfigMap:${namespace}:web`, path: 'data.size', ...from}],
        restarts: [`apps/v1:Deployment:${namespace}:one`],
      },
    ]);
    const text = await made.gantry(['preview', '-s', 'shared/shared']);
    expect(text.stdout).toContain('Used by 2 stacks, whose next apply changes them:');
    expect(text.stdout).toMatch(
      /shop\/web +data\.size of v1:ConfigMap:\S+:web; restarts apps\/v1:Deployment:\S+:one\n/,
    );
    expect(text.stdout).not.toContain('shop/other');
    const markdown = await made.gantry(['preview', '-s', 'shared/shared', '-o', 'markdown']);
    expect(markdown.stdout).toContain('- `shop/web`: `data.size of ');
  });

  it('--with-dependants applies the users of a changed value in the same run, and names those without files', async () => {
    const {made, live} = await projects(({settings: id, db, namespace: here}) => ({
      'shop/web/manifests/web.yaml': configMap('web', {size: shared(id, 'data.size')}),
      'shop/away/stack.yaml': stack(here),
      'shop/away/manifests/away.yaml': configMap('away', {size: shared(id, 'data.size')}),
      'shop/other/stack.yaml': stack(here),
      'shop/other/manifests/other.yaml': configMap('other', {ip: shared(db, 'spec.clusterIP')}),
    }));
    await applied(made, ['--all']);
    await made.remove('shop/away/stack.yaml');
    await made.write({
      'shared/manifests/settings.yaml': configMap('settings', {size: '5'}),
      // A change of a stack that uses no changed value waits.
      'shop/other/manifests/other.yaml': configMap('other', {ip: 'none'}),
    });
    const previewed = await made.gantry(['preview', '-s', 'shared/shared', '--with-dependants']);
    expect(previewed.code, previewed.stderr).toBe(0);
    expect(previewed.stdout).toContain('── shop/web ──');
    expect(previewed.stdout).not.toContain('── shop/other ──');
    const ran = await made.gantry(['apply', '-s', 'shared/shared', '--with-dependants', '--yes']);
    expect(ran.code, ran.stdout + ran.stderr).toBe(0);
    expect(ran.stdout).toContain('2 stacks: 2 applied.');
    expect(ran.stdout.indexOf('── shared/shared ──')).toBeLessThan(ran.stdout.indexOf('── shop/web ──'));
    expect(ran.stdout + ran.stderr).toContain('run: gantry apply -s shop/away -w test');
    expect((await live('ConfigMap', 'web'))?.['data']).toEqual({size: '5'});
    expect((await live('ConfigMap', 'away'))?.['data']).toEqual({size: '3'});
    expect((await live('ConfigMap', 'other'))?.['data']).not.toEqual({ip: 'none'});
    // In the directory of the shared stack no -s is needed; its users are those of the repository.
    await made.write({
      'shared/manifests/settings.yaml': configMap('settings', {size: '7'}),
      '.git/HEAD': 'ref: refs/heads/main\n',
    });
    const inside = await made.json<{stacks: readonly {stack: string}[]}>([
      '-C',
      'shared',
      'apply',
      '--with-dependants',
      '--yes',
    ]);
    expect(inside.code, inside.stderr).toBe(0);
    expect(inside.document.stacks.map((one) => one.stack)).toEqual(['shared', 'web']);
    for (const args of [['-s', 'shop/web'], ['--all'], ['-s', 'shared/shared', '-w', 'test', '-w', 'other']]) {
      const refused = await made.gantry(['apply', '--with-dependants', '--yes', ...args]);
      expect(refused.code, refused.stderr).toBe(3);
      expect(refused.stderr).toContain('--with-dependants');
    }
  });

  it('why names the shared resource of a field and the release that changed it, and the graph shows the edge', async () => {
    const {made, settings, db, login, namespace} = await projects(({settings: id, login: of, db: service1}) => ({
      'shop/web/manifests/web.yaml': configMap('web', {size: `n${shared(id, 'data.size')}`}),
      'shop/web/manifests/login.yaml': {
        ...secret('web', {password: shared(of, 'data.password')}),
        metadata: {name: 'web', annotations: {'gantry.dev/order': `after shared:${service1}`}},
      },
    }));
    await applied(made, ['--all']);
    await made.write({'shared/manifests/settings.yaml': configMap('settings', {size: '5'})});
    await applied(made, ['-s', 'shared/shared']);
    await made.write({'shared/manifests/login.yaml': secret('login', {password: 'canary-two-long'})});
    await applied(made, ['-s', 'shared/shared', '--with-dependants']);
    const id = `v1:ConfigMap:${namespace}:web`;
    type Why = {readonly shared?: readonly unknown[]; readonly field?: {readonly path: string}};
    const {document} = await made.json<Why>(['why', id, 'data.size', '-s', 'shop/web']);
    expect(document.shared).toEqual([
      {
        id: settings,
        stack: 'shared/shared',
        revision: 3,
        from: 'data.size',
        changed: {revision: 2, at: expect.stringMatching(/^\d{4}-/), by: expect.stringMatching(/@/)},
      },
    ]);
    const text = await made.gantry(['why', `${id}#data.size`, '-s', 'shop/web']);
    expect(text.code, text.stderr).toBe(0);
    expect(text.stdout).toContain(`data.size of ${settings} (shared/shared, revision 3); last changed by release 2`);
    const hidden = await made.json<Why>(['why', `v1:Secret:${namespace}:web`, 'data.password', '-s', 'shop/web']);
    expect(hidden.document.shared).toMatchObject([{id: login, from: 'data.password', changed: {revision: 3}}]);
    expect(hidden.stdout).not.toContain('canary');
    const built = await made.gantry(['build', '-s', 'shop/web', '--explain', `${id} data.size`]);
    expect(built.code, built.stderr).toBe(0);
    const graph = await made.json<{others: readonly unknown[]}>(['resource', 'graph', '-s', 'shop/web']);
    expect(graph.document.others).toEqual([
      {id, needs: `shared:${settings}`, rule: 'reference', because: 'takes its data.size'},
      {
        id: `v1:Secret:${namespace}:web`,
        needs: `shared:${login}`,
        rule: 'reference',
        because: 'takes its data.password',
      },
      {id: `v1:Secret:${namespace}:web`, needs: `shared:${db}`, rule: 'depends-on', because: 'names it in dependsOn'},
    ]);
    // The whole resource, its graph and its release name the same resources.
    const whole = await made.json<Why>(['why', `v1:Secret:${namespace}:web`, '-s', 'shop/web']);
    const needed = [
      {id: login, stack: 'shared/shared', revision: 3, from: 'data.password'},
      {id: db, stack: 'shared/shared', revision: 3},
    ];
    expect(whole.document.shared).toHaveLength(2);
    expect(whole.document.shared).toEqual(expect.arrayContaining(needed));
    type Log = {
      readonly entries: readonly {readonly revision: number; readonly uses?: readonly {readonly id: string}[]}[];
      readonly usedBy?: readonly {readonly id: string}[];
    };
    const log = await made.json<Log>(['release', 'log', '-s', 'shop/web']);
    const used = log.document.entries.map(({revision, uses}) => [revision, uses?.map((one) => one.id).toSorted()]);
    expect(used).toEqual([
      [2, [settings, db, login].toSorted()],
      [1, [settings, db, login].toSorted()],
    ]);
    expect(log.document.usedBy).toBeUndefined();
    const lines = await made.gantry(['release', 'log', '-s', 'shop/web']);
    expect(lines.stdout).toMatch(/ 2\*.* shared\/shared:3\n.* 1 .* shared\/shared:1\n/s);
    const byShared = await made.json<Log>(['release', 'log', '-s', 'shared/shared']);
    expect(byShared.document.usedBy).toHaveLength(3);
    expect(byShared.document.usedBy).toContainEqual({
      id: settings,
      stack: 'shop/web',
      revision: 2,
      sharedRevision: 3,
      since: {revision: 1, at: expect.stringMatching(/^\d{4}-/)},
    });
    const since = await made.gantry(['release', 'log', '-s', 'shared/shared']);
    expect(since.stdout).toMatch(/USED BY .*SINCE\n(?:.*\n)*shop\/web +v1:ConfigMap:.* 3 +\d{4}-.*Z \(release 1\)/);

    // A use that ends and begins again is counted from its new beginning.
    await made.write({'shop/web/manifests/web.yaml': configMap('web', {size: 'fixed'})});
    await applied(made, ['-s', 'shop/web']);
    const ended = await made.json<Log>(['release', 'log', '-s', 'shared/shared']);
    expect(ended.document.usedBy?.map((one) => one.id)).not.toContain(settings);
    await made.write({'shop/web/manifests/web.yaml': configMap('web', {size: shared(settings, 'data.size')})});
    await applied(made, ['-s', 'shop/web']);
    const again = await made.json<Log>(['release', 'log', '-s', 'shared/shared']);
    expect(again.document.usedBy).toContainEqual(
      expect.objectContaining({id: settings, revision: 4, since: expect.objectContaining({revision: 4})}),
    );
    const tree = await made.gantry(['resource', 'graph', '-s', 'shop/web']);
    expect(tree.stdout).toContain(`└─ shared:${settings}  (takes its data.size)`);
    const dot = await made.gantry(['resource', 'graph', '-s', 'shop/web', '--format', 'dot']);
    expect(dot.stdout).toContain(`[label = "shared:${settings}"]`);
    expect(dot.stdout).toMatch(/n0 -> n\d \[label = "takes its data\.size"\]/);
  });
});
