import {expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import type {Change, Plan} from '../../src/core/plan/plan.ts';
import {applied} from '../rig/changes.ts';
import {configMap, service} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {filesOf, makeProject, type ProjectStack} from '../rig/project.ts';
import type {Stack} from '../rig/stack.ts';

type Several = {readonly stacks: readonly {readonly stack: string; readonly outcome: string; readonly result: Plan}[]};

onCluster('values from another stack', (cluster) => {
  const {kubeconfigPath} = cluster;

  async function project(webData: (namespace: string) => JsonObject, base: Readonly<Record<string, unknown>> = {}) {
    const namespace = cluster.freshNamespace();
    const secret = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: {name: 'login'},
      stringData: {password: 'hunter2-canary'},
    };
    const stacks = {
      base: {manifests: {db: service('db'), settings: configMap('settings', {size: '3'}), login: secret, ...base}},
      web: {manifests: {web: configMap('web', webData(namespace))}},
    };
    const made = await makeProject({kubeconfigPath, namespace, stacks});
    const write = (name: string, one: ProjectStack) => made.write(filesOf(name, one, namespace));
    const web = async () =>
      (await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'web'}))?.['data'];
    return {made, namespace, write, web};
  }

  const ref = (id: string, path: string, stack = 'shop/base') => `\${ref:stack:${stack}#${id}#${path}}`;
  const both = (namespace: string): JsonObject => ({
    size: ref(`v1:ConfigMap:${namespace}:settings`, 'data.size', 'base'),
    url: `http://${ref(`v1:Service:${namespace}:db`, 'spec.clusterIP')}:80`,
  });
  const fieldsOf = (change: Change | undefined) => change?.fields.filter(({path}) => path.startsWith('data'));

  async function preview(made: Stack, args: readonly string[]): Promise<Several & {readonly code: number}> {
    const ran = await made.json<Several>(['preview', ...args]);
    expect(ran.code, ran.stdout).toBe(0);
    return {...ran, ...ran.document};
  }

  it('a value is taken from the last release of another stack, and from its object if the server set it', async () => {
    const {made, namespace, web, write} = await project(both);
    await applied(made, ['-s', 'base']);
    const live = await cluster.get({apiVersion: 'v1', kind: 'Service', namespace, name: 'db'});
    const address = (live?.['spec'] as JsonObject)['clusterIP'];
    await applied(made, ['-s', 'web']);
    expect(await web()).toEqual({size: '3', url: `http://${String(address)}:80`});
    expect((await made.gantry(['preview', '-s', 'web', '--exit-code'])).code).toBe(0);
    // What somebody changed since is not the release's: that is drift of the other stack.
    await cluster.patchAs(
      'kubectl-edit',
      {apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'settings'},
      {data: {size: '9'}},
    );
    expect((await made.gantry(['preview', '-s', 'web', '--exit-code'])).code).toBe(0);
    const plan = await made.gantry(['preview', '-s', 'web', '--save', 'web.plan.json']);
    expect(plan.code, plan.stderr).toBe(0);
    await write('base', {manifests: {db: service('db'), settings: configMap('settings', {size: '5'})}});
    await applied(made, ['-s', 'base', '--allow-delete', 'all']);
    const moved = await made.json<Plan>(['preview', '-s', 'web']);
    expect(fieldsOf(moved.document.changes[0])).toMatchObject([
      {path: 'data.size', before: '3', after: '5', cause: 'reference'},
    ]);
    const stale = await made.gantry(['apply', 'web.plan.json']);
    expect(stale, stale.stderr).toMatchObject({code: 5});
  });

  it('values order the stacks of a run, and are known after apply if the other stack comes first', async () => {
    const {made, namespace, web, write} = await project(both);
    // By their names, web would come last anyway: the other way round it takes the reference.
    await made.remove('base/stack.yaml');
    await made.write({
      'base/stack.yaml': {name: 'zbase', workspace: 'test', namespace, sources: [{manifests: 'manifests/*'}]},
    });
    await write('web', {
      manifests: {web: configMap('web', {size: ref(`v1:ConfigMap:${namespace}:settings`, 'data.size', 'zbase')})},
    });
    const first = await preview(made, ['--all']);
    expect(first.stacks.map((one) => one.stack)).toEqual(['zbase', 'web']);
    const change = first.stacks[1]?.result.changes.find(({id}) => id.endsWith(':web'));
    expect(fieldsOf(change)?.at(-1)).toMatchObject({path: 'data.size', unknown: true, cause: 'reference'});
    const ran = await made.gantry(['apply', '--all', '--yes']);
    expect(ran, ran.stdout).toMatchObject({code: 0});
    expect(await web()).toEqual({size: '3'});
    // Saved together: the value that comes with the other stack is no reason to stop.
    await made.write({'base/manifests/settings.yaml': configMap('settings', {size: '4'})});
    const saved = await made.gantry(['preview', '--all', '--save', 'plans/']);
    expect(saved, saved.stderr).toMatchObject({code: 0});
    const done = await made.gantry(['apply', 'plans/']);
    expect(done, done.stdout).toMatchObject({code: 0});
    expect(await web()).toEqual({size: '4'});
    // A value that does not change is known at once.
    await made.write({'base/manifests/other.yaml': configMap('other', {})});
    const same = await preview(made, ['--all']);
    expect(same.stacks[1]).toMatchObject({stack: 'web', outcome: 'unchanged'});
  });

  it.each([
    {
      title: 'a resource that it has not',
      id: 'v1:ConfigMap:NS:setings',
      path: 'data.size',
      want: /Did you mean v1:ConfigMap:NS:settings\?/,
    },
    {
      title: 'a field that there is not',
      id: 'v1:ConfigMap:NS:settings',
      path: 'data.sise',
      want: /Did you mean data\.size\?/,
    },
    {
      title: 'a stack without a release',
      id: 'v1:ConfigMap:NS:settings',
      path: 'data.size',
      stack: 'web2',
      want: /no stack shop\/web2/,
    },
    {
      title: 'itself',
      id: 'v1:ConfigMap:NS:settings',
      path: 'data.size',
      stack: 'web',
      want: /that is this stack itself/,
    },
    {
      title: 'a secret',
      id: 'v1:Secret:NS:login',
      path: 'data.password',
      want: /releases do not hold values of secrets/,
    },
    {title: 'no field', id: 'v1:ConfigMap:NS:settings', path: '', want: /is not a reference/},
  ])('a reference to $title is refused, with the most similar name', async ({id, path, stack, want}) => {
    const {made, namespace} = await project((own) => ({x: ref(id.replace('NS', own), path, stack)}));
    await applied(made, ['-s', 'base']);
    const ran = await made.gantry(['preview', '-s', 'web']);
    expect(ran.code, ran.stderr).toBe(3);
    expect(ran.stderr.replaceAll(namespace, 'NS')).toMatch(want);
    expect(ran.stderr).toContain('web.yaml');
    expect(ran.stdout + ran.stderr).not.toMatch(/hunter2|aHVudGVy/);
  });

  it('a reference to a stack that was never applied reports this', async () => {
    const {made} = await project(both);
    const ran = await made.gantry(['preview', '-s', 'web']);
    expect(ran.code).toBe(3);
    expect(ran.stderr).toMatch(/shop\/base has no release in test that succeeded/);
    expect(ran.stderr).toContain('-s shop/base');
  });
});
