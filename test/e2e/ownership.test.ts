import {expect, it} from 'vitest';
import type {Plan} from '../../src/core/plan/plan.ts';
import {applied, destroyed, pendingChanges} from '../rig/changes.ts';
import {configMap, deployment, manifests, service} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';

onCluster('ownership of objects', (cluster) => {
  const {kubeconfigPath} = cluster;

  it('an equal field that Gantry does not own yet is one ownership write, and dropping it later removes it', async () => {
    const namespace = cluster.freshNamespace();
    const settings = {apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'settings'};
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(configMap('settings', {a: '1'}))});
    await applied(stack);
    await cluster.applyAs('other', configMap('settings', {b: '2'}, {namespace}));
    expect(await pendingChanges(stack)).toMatchObject([
      {action: 'unchanged', fields: [{path: 'data.b', cause: 'added', manager: 'other'}]},
    ]);

    await stack.write(manifests(configMap('settings', {a: '1', b: '2'})));
    expect(await pendingChanges(stack)).toMatchObject([
      {action: 'update', fields: [{path: 'data.b', before: '2', after: '2', cause: 'ownership'}]},
    ]);
    await applied(stack);
    expect(await pendingChanges(stack)).toEqual([]);

    await cluster.applyAs('other', configMap('settings', {}, {namespace}));
    expect((await cluster.get(settings))?.['data']).toEqual({a: '1', b: '2'});
    await stack.write(manifests(configMap('settings', {a: '1'})));
    await applied(stack);
    expect((await cluster.get(settings))?.['data']).toEqual({a: '1'});
  });

  it('a key removed from stringData disappears from the live Secret', async () => {
    const namespace = cluster.freshNamespace();
    const secret = (stringData: Record<string, string>) =>
      manifests({apiVersion: 'v1', kind: 'Secret', metadata: {name: 'keys'}, stringData});
    const stack = await makeStack({kubeconfigPath, namespace, files: secret({a: 'one', b: 'two'})});
    await applied(stack);
    await stack.write(secret({a: 'one'}));
    expect(await pendingChanges(stack)).toMatchObject([
      {action: 'update', fields: [{path: 'data.b', sensitive: true, cause: 'spec'}]},
    ]);
    await applied(stack);
    const live = await cluster.get({apiVersion: 'v1', kind: 'Secret', namespace, name: 'keys'});
    expect(live?.['data']).toEqual({a: Buffer.from('one').toString('base64')});
    expect(await pendingChanges(stack)).toEqual([]);
  });

  it('an object whose label somebody removed is found by its name, and gets the label back', async () => {
    const namespace = cluster.freshNamespace();
    const settings = {apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'settings'};
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(configMap('settings', {a: '1'}))});
    await applied(stack);
    await cluster.patchAs('kubectl-edit', settings, {metadata: {labels: {'gantry.dev/lineage': null}}});

    expect(await pendingChanges(stack)).toMatchObject([{action: 'update'}]);
    await applied(stack);
    expect((await cluster.get(settings))?.['metadata']).toHaveProperty(['labels', 'gantry.dev/lineage']);

    await cluster.patchAs('kubectl-edit', settings, {metadata: {labels: {'gantry.dev/lineage': null}}});
    // The files name it, so an update finds it; a destroy needs the label.
    const refused = await stack.gantry(['destroy', '--yes', '--allow-delete', 'all']);
    expect(refused).toMatchObject({code: 5, stderr: expect.stringContaining('does not carry the ownership label')});
    await applied(stack);
    await destroyed(stack);
    expect(await cluster.get(settings)).toBeUndefined();
  });

  it('objects to which controllers copied the label are never listed or deleted', async () => {
    const namespace = cluster.freshNamespace();
    const named = {apiVersion: 'v1', kind: 'Endpoints', namespace, name: 'web'};
    const stack = await makeStack({
      kubeconfigPath,
      namespace,
      files: manifests(
        service('web'),
        deployment('web'),
        {
          apiVersion: 'v1',
          kind: 'Endpoints',
          metadata: {name: 'own'},
          subsets: [{addresses: [{ip: '192.0.2.1'}], ports: [{port: 80}]}],
        },
        {
          apiVersion: 'discovery.k8s.io/v1',
          kind: 'EndpointSlice',
          metadata: {name: 'own'},
          addressType: 'IPv4',
          endpoints: [{addresses: ['192.0.2.1']}],
          ports: [{port: 80}],
        },
      ),
    });
    await applied(stack);
    await expect
      .poll(() => cluster.get(named), {timeout: 20_000})
      .toHaveProperty(['metadata', 'labels', 'gantry.dev/lineage']);

    await stack.write(manifests(service('web'), deployment('web')));
    const {document} = await stack.json<Plan>(['preview']);
    expect(document.diagnostics).toEqual([]);
    const deleted = document.changes.filter(({action}) => action === 'delete').map(({id}) => id);
    expect(deleted.toSorted()).toEqual([
      `discovery.k8s.io/v1:EndpointSlice:${namespace}:own`,
      `v1:Endpoints:${namespace}:own`,
    ]);
    expect(document.summary).toMatchObject({unchanged: 2, delete: 2});
    await applied(stack);
    expect(await cluster.get(named)).toBeDefined();
    const slices = await slicesOf(namespace);
    expect(slices).toHaveLength(1);
    expect(slices[0]).toMatch(/^web-/);
    const listed = await stack.json<{resources: {id: string}[]}>(['resource', 'list']);
    expect(listed.stdout).not.toContain('Endpoint');
  });

  it("two stacks of one project in one workspace do not change each other's objects", async () => {
    const namespace = cluster.freshNamespace();
    const objects = (who: string) => ({
      [`${who}/stack.yaml`]: {name: who, workspace: 'test', namespace, sources: [{manifests: '*.json'}]},
      [`${who}/${who}.json`]: configMap(who, {a: '1'}),
    });
    const root = await makeStack({
      kubeconfigPath,
      files: {'project.yaml': {name: 'shop'}, ...objects('front'), ...objects('back')},
    });
    await root.remove('stack.yaml');
    const live = (name: string) => cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name});
    expect(await root.gantry(['apply', '-s', 'front', '--yes'])).toMatchObject({code: 0});
    expect(await root.gantry(['apply', '-s', 'back', '--yes'])).toMatchObject({code: 0});
    await root.write({'front/front.json': configMap('other', {a: '1'})});
    expect(await root.gantry(['apply', '-s', 'front', '--yes'])).toMatchObject({code: 0});
    expect(await live('front')).toBeUndefined();
    expect(await live('back')).toBeDefined();
    expect(await root.gantry(['destroy', '-s', 'back', '--yes'])).toMatchObject({code: 0});
    expect(await live('back')).toBeUndefined();
    expect(await live('other')).toBeDefined();
  });

  it('an object that others created is taken over only with --adopt', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(configMap('first', {a: '1'}))});
    await applied(stack);
    await cluster.create({...configMap('settings', {a: '1', theirs: 'x'}, {namespace})});
    await stack.write(manifests(configMap('first', {a: '1'}), configMap('settings', {a: '1', b: '2'})));
    const id = `v1:ConfigMap:${namespace}:settings`;

    expect(await pendingChanges(stack)).toMatchObject([{id, action: 'adopt', blocked: {needs: `--adopt ${id}`}}]);
    const refused = await stack.gantry(['apply', '--yes']);
    expect(refused.code).toBe(5);
    expect(refused.stderr).toContain(`--adopt ${id}`);
    await applied(stack, ['--adopt', 'all']);
    expect(await pendingChanges(stack)).toEqual([]);
    const settings = {apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'settings'};
    expect((await cluster.get(settings))?.['data']).toEqual({a: '1', b: '2', theirs: 'x'});
  });

  async function slicesOf(namespace: string): Promise<readonly unknown[]> {
    const [apiVersion, kind, plural] = ['discovery.k8s.io/v1', 'EndpointSlice', 'endpointslices'];
    const reply = await cluster.client.list({
      resource: {apiVersion, kind, resource: plural, namespaced: true, verbs: []},
      namespace,
      labelSelector: 'kubernetes.io/service-name=web',
    });
    if (!reply.ok) throw new Error(reply.refusal.message);
    return reply.items.map(({metadata}) => (metadata as {name: string}).name);
  }
});
