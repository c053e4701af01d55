import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import {applied, pendingChanges} from '../rig/changes.ts';
import type {Cluster} from '../rig/cluster.ts';
import {configMap, manifests, service} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {beforeAllBuild, kubectlApply} from '../rig/other-tools.ts';
import {makeStack, type Stack} from '../rig/stack.ts';

type Released = {readonly releases: readonly unknown[]};
type Listed = {readonly resources: readonly {readonly id: string}[]};

onCluster('gantry resource import', (cluster) => {
  beforeAllBuild('kubectl');
  const {kubeconfigPath} = cluster;

  it('a named object joins the stack as it is, and the rest is not changed', async () => {
    const {namespace, stack} = await live([configMap('a', {a: '1'}), configMap('b', {b: '1'}), service('web')]);
    const ran = await stack.gantry(['resource', 'import', `v1:ConfigMap:${namespace}:a`, 'Service', '--yes']);
    expect(ran, ran.stderr).toMatchObject({code: 0, stdout: expect.stringContaining('2 adopted')});
    expect(await idsOf(stack)).toEqual([`v1:ConfigMap:${namespace}:a`, `v1:Service:${namespace}:web`]);
    const b = await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'b'});
    expect(JSON.stringify(b)).not.toContain('gantry.dev');

    const rest = await pendingChanges(stack);
    expect(rest).toMatchObject([{id: `v1:ConfigMap:${namespace}:b`, action: 'adopt', blocked: {}}]);
    const again = await stack.gantry(['resource', 'import', 'Service', '--yes']);
    expect(again).toMatchObject({code: 0, stdout: expect.stringContaining('Nothing to do')});
    expect((await stack.json<Released>(['release', 'list'])).document.releases).toHaveLength(1);
  });

  it('an import adds to the resources that the stack has', async () => {
    const {namespace, stack} = await live([configMap('a', {a: '1'})]);
    await stack.write(manifests(configMap('own', {a: '1'})));
    await applied(stack);
    await stack.write(manifests(configMap('own', {a: '2'}), configMap('a', {a: '1'})));
    const ran = await stack.gantry(['resource', 'import', '*:a', '--yes']);
    expect(ran, ran.stderr).toMatchObject({code: 0});
    expect(await idsOf(stack)).toEqual([`v1:ConfigMap:${namespace}:a`, `v1:ConfigMap:${namespace}:own`]);
    // What else the files want is not done with it.
    expect(await pendingChanges(stack)).toMatchObject([{id: `v1:ConfigMap:${namespace}:own`, action: 'update'}]);
  });

  it('--dry-run shows an import, and without confirmation nothing is written', async () => {
    const {namespace, stack} = await live([configMap('a', {a: '1'})]);
    const shown = await stack.gantry(['resource', 'import', 'ConfigMap', '--dry-run']);
    expect(shown).toMatchObject({code: 0, stdout: expect.stringContaining(`adopt    v1:ConfigMap:${namespace}:a`)});
    expect(await stack.gantry(['resource', 'import', 'ConfigMap'])).toMatchObject({code: 3});
    await expectUntouched(namespace, stack);
  });

  describe('a refused resource import', () => {
    it('an object that differs is refused with its fields and the command that would change it', async () => {
      const {namespace, stack} = await live([configMap('a', {a: '1', b: '1'})]);
      await stack.write(manifests(configMap('a', {a: '2', b: '1'})));
      const id = `v1:ConfigMap:${namespace}:a`;
      const ran = await stack.gantry(['resource', 'import', id, '--yes']);
      expect(ran.code).toBe(5);
      expect(ran.stderr).toContain('data.a: "1" → "2"');
      expect(ran.stderr).toContain(`! ${id}: it differs from the file: data.a`);
      expect(ran.stderr).toContain(`needs: gantry apply --target ${id} --adopt ${id}`);
      await expectUntouched(namespace, stack);
      // The command that is named does it.
      await applied(stack, ['--target', id, '--adopt', id]);
      expect(await idsOf(stack)).toEqual([id]);
    });

    it('a field that somebody else set is refused with a command that permits it', async () => {
      const {namespace, stack} = await live([configMap('a', {a: '1'})]);
      await cluster.patchAs(
        'kubectl-edit',
        {apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'a'},
        {data: {a: '9'}},
      );
      const id = `v1:ConfigMap:${namespace}:a`;
      const ran = await stack.gantry(['resource', 'import', id, '--yes']);
      const flags = ['--target', id, '--adopt', id, '--force-conflicts', id];
      expect(ran).toMatchObject({code: 5, stderr: expect.stringContaining(`needs: gantry apply ${flags.join(' ')})`)});
      await applied(stack, flags);
      expect(await idsOf(stack)).toEqual([id]);
    });

    it('a field that the file no longer has counts as a change', async () => {
      const {namespace, stack} = await live([configMap('a', {a: '1', b: '1'})]);
      await stack.write(manifests(configMap('a', {a: '1'})));
      const ran = await stack.gantry(['resource', 'import', 'ConfigMap', '--yes']);
      expect(ran).toMatchObject({code: 5, stderr: expect.stringContaining('it differs from the file: data.b')});
      await expectUntouched(namespace, stack);
    });

    it('all refused objects are reported at once', async () => {
      const {namespace, stack} = await live([configMap('a', {a: '1'})]);
      await stack.write(manifests(configMap('a', {a: '2'}), configMap('nowhere', {a: '1'})));
      const {document} = await stack.json(['resource', 'import', 'ConfigMap', '--yes']);
      expect(document).toMatchObject({
        error: {
          code: 'import/refused',
          refused: [
            {id: `v1:ConfigMap:${namespace}:a`, because: 'it differs from the file: data.a'},
            {id: `v1:ConfigMap:${namespace}:nowhere`, because: 'it does not exist in the cluster'},
          ],
        },
      });
      await expectUntouched(namespace, stack);
    });

    it('an object of another stack is refused with the name of that stack', async () => {
      const {namespace, stack} = await live([configMap('a', {a: '1'})]);
      const owner = await makeStack({
        kubeconfigPath,
        namespace,
        name: 'first',
        files: manifests(configMap('a', {a: '1'})),
      });
      await applied(owner, ['--adopt', 'all']);
      const ran = await stack.gantry(['resource', 'import', 'ConfigMap', '--yes']);
      expect(ran).toMatchObject({
        code: 5,
        stderr: expect.stringContaining('belongs to another stack: first/first/test'),
      });
      expect(await pendingChanges(owner)).toEqual([]);
    });

    it('an object that is in no file is refused with the command that writes it', async () => {
      const {namespace, stack} = await live([configMap('a', {a: '1'})]);
      const ran = await stack.gantry(['resource', 'import', `v1:ConfigMap:${namespace}:c`, '--yes']);
      expect(ran.code).toBe(3);
      expect(ran.stderr).toContain(`Did you mean v1:ConfigMap:${namespace}:a?`);
      expect(ran.stderr).toContain('Run "gantry import cluster -n NAMESPACE" to write the manifests');
    });

    it('an object that takes values from an object outside the import is refused', async () => {
      const {namespace, stack} = await live([configMap('a', {a: '1'}), configMap('b', {from: '1'})]);
      const reference = `\${ref:v1:ConfigMap:${namespace}:a#data.a}`;
      await stack.write({'spec.yaml': spec(namespace, {a: {a: '1'}, b: {from: reference}})});
      const [a, b] = [`v1:ConfigMap:${namespace}:a`, `v1:ConfigMap:${namespace}:b`];
      const alone = await stack.gantry(['resource', 'import', b, '--spec-file', 'spec.yaml', '--yes']);
      expect(alone).toMatchObject({
        code: 5,
        stderr: expect.stringContaining(`! ${a}: an imported resource takes values`),
      });
      const both = await stack.gantry(['resource', 'import', a, b, '--spec-file', 'spec.yaml', '--yes']);
      expect(both, both.stderr).toMatchObject({code: 0});
    });
  });

  describe('kusionstack.io/import-id in a spec file', () => {
    it('import-id adopts the named object without a flag, and no other', async () => {
      const {namespace, stack} = await live([configMap('a', {a: '1'}), configMap('b', {b: '1'})]);
      const a = `v1:ConfigMap:${namespace}:a`;
      await stack.write({'spec.yaml': spec(namespace, {a: {a: '2'}, b: {b: '1'}}, {a})});
      const changes = await pendingChanges(stack, ['--spec-file', 'spec.yaml']);
      expect(changes.map(({id, action, blocked}) => [id, action, blocked === undefined])).toEqual([
        [a, 'adopt', true],
        [`v1:ConfigMap:${namespace}:b`, 'adopt', false],
      ]);
      await applied(stack, ['--spec-file', 'spec.yaml', '--target', a]);
      expect(await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'a'})).toMatchObject({
        data: {a: '2'},
      });
    });

    it('import-id does not permit taking an object of another stack', async () => {
      const {namespace, stack} = await live([]);
      const owner = await makeStack({
        kubeconfigPath,
        namespace,
        name: 'first',
        files: manifests(configMap('a', {a: '1'})),
      });
      await applied(owner);
      const a = `v1:ConfigMap:${namespace}:a`;
      await stack.write({'spec.yaml': spec(namespace, {a: {a: '2'}}, {a})});
      const [change] = await pendingChanges(stack, ['--spec-file', 'spec.yaml']);
      expect(change).toMatchObject({action: 'adopt', blocked: {needs: `--adopt ${a}`}});
    });
  });

  /** Objects that kubectl has made, and a stack that declares just these. */
  async function live(objects: readonly JsonObject[]): Promise<{readonly namespace: string; readonly stack: Stack}> {
    const namespace = cluster.freshNamespace('import');
    await cluster.create({apiVersion: 'v1', kind: 'Namespace', metadata: {name: namespace}});
    if (objects.length > 0) await kubectlApply({cluster, namespace, objects});
    return {namespace, stack: await makeStack({kubeconfigPath, namespace, files: manifests(...objects)})};
  }

  async function expectUntouched(namespace: string, stack: Stack): Promise<void> {
    expect((await stack.json<Released>(['release', 'list'])).document.releases).toEqual([]);
    expect(JSON.stringify(await configMapsOf(cluster, namespace))).not.toContain('gantry.dev');
  }
});

async function configMapsOf({client}: Cluster, namespace: string): Promise<readonly JsonObject[]> {
  const resource = await client.discovery.resourceFor({apiVersion: 'v1', kind: 'ConfigMap'});
  if (resource === undefined) throw new Error('no ConfigMaps');
  const reply = await client.list({resource, namespace});
  return reply.ok ? reply.items : [];
}

const idsOf = async (stack: Stack): Promise<readonly string[]> =>
  (await stack.json<Listed>(['resource', 'list'])).document.resources.map(({id}) => id).toSorted();

/** ConfigMaps in Kusion's shape, some with the live object that they are. */
const spec = (
  namespace: string,
  data: Readonly<Record<string, JsonObject>>,
  imports: Readonly<Record<string, string>> = {},
): JsonObject => ({
  resources: Object.entries(data).map(([name, values]) => ({
    id: `v1:ConfigMap:${namespace}:${name}`,
    type: 'Kubernetes',
    attributes: configMap(name, values, {namespace}),
    ...(imports[name] === undefined ? {} : {extensions: {'kusionstack.io/import-id': imports[name]}}),
  })),
});
