import {expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import type {Change, Plan} from '../../src/core/plan/plan.ts';
import {LINEAGE_LABEL} from '../../src/kubernetes/resource/labels.ts';
import {applied, destroyed} from '../rig/changes.ts';
import type {Ref} from '../rig/cluster.ts';
import {configMap, manifests, namespaceObject, service, widgetDefinition} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack, type Stack} from '../rig/stack.ts';

const PROTECT = {annotations: {'gantry.dev/protect': 'true'}};
const QUIET = /^Nothing to do for .*: (it has no resources there|\d kept)\.\n$/;

onCluster('gantry destroy', (cluster) => {
  const {kubeconfigPath} = cluster;
  const mapIn = (namespace: string, name: string): Ref => ({apiVersion: 'v1', kind: 'ConfigMap', namespace, name});

  async function destroyPlan(stack: Stack, args: readonly string[] = []): Promise<Plan> {
    const {document, code, stdout} = await stack.json<Plan>(['destroy', '--dry-run', ...args]);
    expect(code, stdout).toBe(0);
    return document;
  }

  const changeOf = ({changes}: Plan, id: string): Change | undefined => changes.find((change) => change.id === id);

  /** Waits until an object that the stack deletes is on its way out. */
  const ending = async (ref: Ref): Promise<void> =>
    expect
      .poll(async () => (await cluster.get(ref))?.['metadata'], {timeout: 20_000})
      .toHaveProperty('deletionTimestamp');

  it('a namespace with objects of others shows their number, and is deleted only with a permission', async () => {
    const own = cluster.freshNamespace();
    const stack = await makeStack({
      kubeconfigPath,
      files: manifests(namespaceObject(own), configMap('ours', {a: '1'}, {namespace: own})),
    });
    await applied(stack);
    await cluster.create(configMap('theirs', {a: '1'}, {namespace: own}));
    const id = `v1:Namespace:${own}`;

    const plan = await destroyPlan(stack);
    expect(changeOf(plan, id)).toMatchObject({action: 'delete', takesAlong: {objects: 2, others: 1}});
    expect(plan.diagnostics).toMatchObject([
      {severity: 'warning', resource: id, message: expect.stringContaining(`v1:ConfigMap:${own}:theirs`)},
    ]);
    const {stdout} = await stack.gantry(['destroy', '--dry-run', '--allow-delete', id]);
    expect(stdout).toContain('→ the data is lost: 2 objects are deleted with it, 1 of them not of this stack');
    expect(await stack.gantry(['destroy', '--yes'])).toMatchObject({code: 5});
    expect(await cluster.get(mapIn(own, 'ours'))).toBeDefined();
    await destroyed(stack, ['--allow-delete', id]);
    expect(await cluster.get({apiVersion: 'v1', kind: 'Namespace', name: own})).toBeUndefined();
  });

  it('a CRD shows the number of its objects that are not of this stack', async () => {
    const namespace = cluster.freshNamespace();
    const group = `${namespace}.example.com`;
    const definition = widgetDefinition({group});
    const ref = {apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name: `widgets.${group}`};
    cluster.deleteAtEnd(ref);
    const widget = (name: string): JsonObject => ({
      apiVersion: `${group}/v1`,
      kind: 'Widget',
      metadata: {name, namespace},
      spec: {},
    });
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(definition, widget('ours'))});
    await applied(stack);
    await cluster.create(widget('theirs'));
    await cluster.create(widget('theirs-too'));
    const id = `apiextensions.k8s.io/v1:CustomResourceDefinition:widgets.${group}`;
    const plan = await destroyPlan(stack);
    expect(changeOf(plan, id)).toMatchObject({
      takesAlong: {objects: 3, others: 2},
      blocked: {because: expect.stringContaining('3 objects are deleted with it, 2 of them not of this stack')},
    });
  });

  it('an object that others protect keeps its namespace', async () => {
    const own = cluster.freshNamespace();
    const stack = await makeStack({
      kubeconfigPath,
      files: manifests(namespaceObject(own), configMap('ours', {a: '1'}, {namespace: own})),
    });
    await applied(stack);
    await cluster.create(configMap('theirs', {a: '1'}, {namespace: own, ...PROTECT}));
    await destroyed(stack);
    expect(await cluster.get(mapIn(own, 'ours'))).toBeUndefined();
    expect(await cluster.get(mapIn(own, 'theirs'))).toBeDefined();
    const again = await stack.gantry(['destroy', '--yes']);
    expect(again).toMatchObject({code: 0, stdout: expect.stringMatching(QUIET)});
  });

  it('a protected object stays, in the release too, and no other object keeps the label', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({
      kubeconfigPath,
      namespace,
      files: manifests(configMap('kept', {a: '1'}, PROTECT), configMap('goes', {a: '1'}), service('goes')),
    });
    await applied(stack);
    const lineage = (await destroyPlan(stack)).lineage;
    const first = await stack.gantry(['destroy', '--yes']);
    expect(first).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('1 object is kept with the ownership labels of this stack'),
    });
    expect(await labelled(lineage, namespace)).toEqual(['kept']);
    expect((await stack.gantry(['resource', 'list'])).stdout).toContain('kept');
    expect((await stack.gantry(['release', 'list'])).stdout).toMatch(/^2\* +succeeded \(destroy\) .* -2, 1 kept +1 /m);

    const second = await stack.gantry(['destroy', '--yes']);
    expect(second).toMatchObject({code: 0, stdout: expect.stringMatching(QUIET)});
    expect(second.stderr).not.toContain('stays');

    await cluster.patchAs('kubectl-annotate', mapIn(namespace, 'kept'), {
      metadata: {annotations: {'gantry.dev/protect': null}},
    });
    await destroyed(stack, []);
    expect(await labelled(lineage, namespace)).toEqual([]);
  });

  async function labelled(lineage: string, namespace: string): Promise<readonly string[]> {
    const lists = await Promise.all(
      ['ConfigMap', 'Service', 'Endpoints'].map(async (kind) => {
        const resource = await cluster.client.discovery.resourceFor({apiVersion: 'v1', kind});
        if (resource === undefined) throw new Error(`no ${kind}`);
        return cluster.client.list({resource, namespace, labelSelector: `${LINEAGE_LABEL}=${lineage}`});
      }),
    );
    return lists.flatMap((list) => (list.ok ? list.items.map(({metadata}) => (metadata as {name: string}).name) : []));
  }

  it.each([
    {name: 'the name of the stack permits it', typed: 'shop\n', code: 0, gone: true},
    {name: 'a yes does not', typed: 'y\n', code: 1, gone: false},
    {name: 'nothing typed does not', typed: '', code: 1, gone: false},
  ])('on a terminal, after the objects with data are listed, $name', async ({typed, code, gone}) => {
    const own = cluster.freshNamespace();
    const stack = await makeStack({kubeconfigPath, files: manifests(namespaceObject(own))});
    await applied(stack);
    const ran = await stack.gantry(['destroy'], {typed});
    expect(ran, ran.stderr).toMatchObject({code});
    expect(ran.stderr).toMatch(new RegExp(`permanently deletes .*: v1:Namespace:${own}\\.\\nType its name \\(shop\\)`));
    expect((await cluster.get({apiVersion: 'v1', kind: 'Namespace', name: own})) === undefined).toBe(gone);
  });

  it('--yes on a terminal does not ask, and does not permit the deletion of data', async () => {
    const own = cluster.freshNamespace();
    const stack = await makeStack({kubeconfigPath, files: manifests(namespaceObject(own))});
    await applied(stack);
    const ran = await stack.gantry(['destroy', '--yes'], {typed: 'shop\n'});
    expect(ran).toMatchObject({code: 5});
    expect(ran.stderr).not.toContain('Type its name');
  });

  it('destroy does not wait for an object that a controller creates again at once', async () => {
    const namespace = cluster.freshNamespace();
    const ref = mapIn(namespace, 'again');
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(configMap('again', {a: '1'}))});
    await applied(stack);
    await cluster.patchAs('other', ref, {metadata: {finalizers: ['example.dev/hold']}});
    const running = stack.gantry(['destroy', '--yes']);
    await ending(ref);
    await cluster.patchAs('other', ref, {metadata: {finalizers: null}});
    await cluster.create(configMap('again', {theirs: 'x'}, {namespace}));
    expect(await running).toMatchObject({code: 0});
    expect(await cluster.get(ref)).toMatchObject({data: {theirs: 'x'}});
    expect(await stack.gantry(['destroy', '--yes'])).toMatchObject({code: 0, stdout: expect.stringMatching(QUIET)});
  });

  it('destroy deletes in reverse order, and an object that somebody deletes meanwhile is not a failure', async () => {
    const namespace = cluster.freshNamespace();
    const base = `v1:ConfigMap:${namespace}:base`;
    const stack = await makeStack({
      kubeconfigPath,
      namespace,
      files: manifests(
        configMap('base', {a: '1'}),
        configMap('top', {a: '1'}, {annotations: {'gantry.dev/order': `after ${base}`}}),
      ),
    });
    await applied(stack);
    expect((await destroyPlan(stack)).changes.map(({id}) => id.split(':').at(-1))).toEqual(['top', 'base']);
    await cluster.patchAs('other', mapIn(namespace, 'top'), {metadata: {finalizers: ['example.dev/hold']}});
    const running = stack.gantry(['destroy', '--yes']);
    await ending(mapIn(namespace, 'top'));
    expect(await cluster.get(mapIn(namespace, 'base'))).not.toHaveProperty(['metadata', 'deletionTimestamp']);
    await cluster.delete(mapIn(namespace, 'base'));
    await cluster.patchAs('other', mapIn(namespace, 'top'), {metadata: {finalizers: null}});
    expect(await running).toMatchObject({code: 0});
    expect((await stack.gantry(['resource', 'list'])).stdout).toContain('0 resources');
  });

  it('a stack without files is destroyed by its name', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(configMap('a', {a: '1'}))});
    await applied(stack);
    const name = (await destroyPlan(stack)).project;
    const args = ['-s', `${name}/shop`, '-w', `${stack.dir}/workspaces/test.yaml`];
    const elsewhere = {cwd: stack.home};
    expect(await stack.gantry(['destroy', '--yes', '-s', 'other/shop', '-w', args[3] ?? ''], elsewhere)).toMatchObject({
      code: 3,
    });
    expect(await stack.gantry(['destroy', '--yes', ...args], elsewhere)).toMatchObject({code: 0});
    expect(await cluster.get(mapIn(namespace, 'a'))).toBeUndefined();
  });
});
