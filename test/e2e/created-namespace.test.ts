import {expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import {applied} from '../rig/changes.ts';
import {configMap, deployment, manifests, namespaceObject, service} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack, type Stack} from '../rig/stack.ts';

const PVC: JsonObject = {
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: {name: 'data'},
  spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '1Gi'}}},
};

onCluster('createdNamespace: delete', (cluster) => {
  const {kubeconfigPath} = cluster;
  const refOf = (name: string) => ({apiVersion: 'v1', kind: 'Namespace', name});

  const OBJECTS = [deployment('web'), service('web'), configMap('settings', {a: '1'})];
  async function stackIn(
    namespace: string,
    setting: 'delete' | 'keep' | undefined,
    {name = 'shop', objects = OBJECTS}: {readonly name?: string; readonly objects?: readonly JsonObject[]} = {},
  ): Promise<Stack> {
    return makeStack({
      kubeconfigPath,
      name,
      files: {
        ...manifests(...objects),
        'stack.yaml': {
          name,
          workspace: 'test',
          namespace,
          ...(setting === undefined ? {} : {createdNamespace: setting}),
          sources: [{manifests: 'manifests/**/*'}],
        },
      },
    });
  }
  const idOf = (namespace: string): string => `v1:Namespace:${namespace}`;
  const planned = async (stack: Stack) => {
    const {document} = await stack.json<Plan>(['destroy', '--dry-run']);
    return {last: document.changes.at(-1), notes: document.diagnostics.map(({message}) => message).join('\n')};
  };
  const destroy = (stack: Stack, ...more: string[]) => stack.gantry(['destroy', '--yes', ...more]);

  it('destroy deletes the namespace that a release created, after all objects, and shows it in the plan', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await stackIn(namespace, 'delete');
    const first = await stack.gantry(['preview']);
    expect(first.stdout).toContain('a destroy deletes it if nothing else is left in it');
    await applied(stack);
    expect(await cluster.get(refOf(namespace))).toMatchObject({
      metadata: {annotations: {'gantry.dev/created-for': expect.any(String)}},
    });
    const {last, notes} = await planned(stack);
    expect(last).toMatchObject({id: idOf(namespace), action: 'delete', reason: expect.stringContaining('created it')});
    expect(notes).not.toContain('is kept');
    const done = await destroy(stack);
    expect(done, done.stderr).toMatchObject({code: 0});
    expect(await cluster.get(refOf(namespace))).toBeUndefined();
    // An apply creates it again, and so does the next destroy.
    await applied(stack, ['--no-wait']);
    expect(await destroy(stack)).toMatchObject({code: 0});
    expect(await cluster.get(refOf(namespace))).toBeUndefined();
  });

  it('the setting of the last release counts for a destroy without files', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await stackIn(namespace, 'delete');
    await applied(stack);
    const workspace = `${stack.dir}/workspaces/test.yaml`;
    const done = await stack.gantry(['destroy', '--yes', '-s', 'shop/shop', '-w', workspace], {cwd: stack.home});
    expect(done, done.stderr).toMatchObject({code: 0});
    expect(await cluster.get(refOf(namespace))).toBeUndefined();
  });

  it.each([{setting: 'keep'}, {setting: undefined}] as const)(
    'with createdNamespace $setting the namespace is kept',
    async ({setting}) => {
      const namespace = cluster.freshNamespace();
      const stack = await stackIn(namespace, setting);
      await applied(stack);
      expect((await planned(stack)).notes).toContain(`the namespace ${namespace} is kept`);
      expect(await destroy(stack)).toMatchObject({code: 0});
      expect(await cluster.get(refOf(namespace))).toBeDefined();
    },
  );

  it('a namespace that existed before is never deleted', async () => {
    const namespace = cluster.freshNamespace();
    await cluster.create(namespaceObject(namespace));
    const stack = await stackIn(namespace, 'delete');
    await applied(stack);
    expect((await planned(stack)).notes).toContain('no release of this stack created it');
    expect(await destroy(stack)).toMatchObject({code: 0});
    expect(await cluster.get(refOf(namespace))).toBeDefined();
  });

  it('the namespace that another stack created is not deleted', async () => {
    const namespace = cluster.freshNamespace();
    const first = await stackIn(namespace, 'delete', {name: 'first'});
    const second = await stackIn(namespace, 'delete', {name: 'second', objects: [configMap('second', {a: '1'})]});
    await applied(first);
    await applied(second);
    const {last, notes} = await planned(first);
    expect(last?.id).not.toBe(idOf(namespace));
    expect(notes).toContain(`an object that this stack does not delete: v1:ConfigMap:${namespace}:second`);
    expect(await destroy(first)).toMatchObject({code: 0});
    expect((await planned(second)).notes).toContain('no release of this stack created it');
    expect(await destroy(second)).toMatchObject({code: 0});
    expect(await cluster.get(refOf(namespace))).toBeDefined();
    // Its creator deletes it when nothing is left.
    expect(await destroy(first)).toMatchObject({code: 0});
    expect(await cluster.get(refOf(namespace))).toBeUndefined();
  });

  it.each([
    {name: 'a PVC', object: PVC},
    {name: 'a ConfigMap', object: configMap('theirs', {a: '1'})},
    {name: 'a protected namespace', protect: true},
  ])('$name of others keeps the namespace, and the plan says why', async ({object, protect}) => {
    const namespace = cluster.freshNamespace();
    const stack = await stackIn(namespace, 'delete');
    await applied(stack);
    if (object !== undefined) {
      const metadata = object['metadata'] as JsonObject;
      await cluster.createAs('someone', {...object, metadata: {...metadata, namespace}});
    }
    if (protect === true)
      await cluster.patchAs('someone', refOf(namespace), {metadata: {annotations: {'gantry.dev/protect': 'true'}}});
    expect((await planned(stack)).notes).toMatch(
      new RegExp(`the namespace ${namespace} is kept: (?:it holds an object .*:${namespace}:|it is protected)`),
    );
    expect(await destroy(stack)).toMatchObject({code: 0});
    expect(await cluster.get(refOf(namespace))).toBeDefined();
  });

  it('an object of an owner outside of the namespace keeps it', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await stackIn(namespace, 'delete');
    await applied(stack);
    const role = {apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', name: namespace};
    cluster.deleteAtEnd(role);
    const {apiVersion, kind} = role;
    const {metadata} = await cluster.create({apiVersion, kind, metadata: {name: namespace}, rules: []});
    const {uid} = metadata as {readonly uid: string};
    const ownerReferences = [{apiVersion, kind, name: namespace, uid}];
    await cluster.createAs('someone', {
      ...configMap('owned', {a: '1'}),
      metadata: {name: 'owned', namespace, ownerReferences},
    });
    expect((await planned(stack)).notes).toContain(`v1:ConfigMap:${namespace}:owned`);
    expect(await destroy(stack)).toMatchObject({code: 0});
    expect(await cluster.get(refOf(namespace))).toBeDefined();
  });

  it('an object that appears after the plan keeps the namespace, and the run says so', async () => {
    const namespace = cluster.freshNamespace();
    const held = configMap('held', {a: '1'}, {finalizers: ['example.dev/hold']});
    const stack = await stackIn(namespace, 'delete', {objects: [held]});
    await applied(stack);
    const [ref, late] = ['held', 'late'].map((name) => ({apiVersion: 'v1', kind: 'ConfigMap', namespace, name}));
    if (ref === undefined || late === undefined) throw new Error('two names make two objects');
    const running = destroy(stack);
    await expect
      .poll(async () => (await cluster.get(ref))?.['metadata'], {timeout: 20_000})
      .toMatchObject({deletionTimestamp: expect.any(String)});
    await cluster.createAs('someone', {...configMap('late', {a: '1'}), metadata: {name: 'late', namespace}});
    await cluster.patchAs('someone', ref, {metadata: {finalizers: null}});
    const ran = await running;
    expect(ran.code).toBe(6);
    expect(`${ran.stdout}${ran.stderr}`).toContain(`v1:ConfigMap:${namespace}:late`);
    expect(await cluster.get(refOf(namespace))).toBeDefined();
    await cluster.delete(late);
    const again = await destroy(stack);
    expect(again, again.stderr).toMatchObject({code: 0});
    expect(await cluster.get(refOf(namespace))).toBeUndefined();
  });

  it('--keep-objects keeps the namespace', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await stackIn(namespace, 'delete');
    await applied(stack);
    expect(await destroy(stack, '--keep-objects')).toMatchObject({code: 0});
    expect(await cluster.get(refOf(namespace))).toBeDefined();
  });
});
