import {expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import type {Release} from '../../src/core/release/release.ts';
import {kubernetesStates} from '../../src/core/release/resource-state.ts';
import {applied, pendingChanges} from '../rig/changes.ts';
import type {Ref} from '../rig/cluster.ts';
import {configMap, deployment, manifests, namespaceObject, widgetDefinition} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack, type Stack} from '../rig/stack.ts';

onCluster('leaving Gantry', (cluster) => {
  const {kubeconfigPath} = cluster;
  const mapIn = (namespace: string, name: string): Ref => ({apiVersion: 'v1', kind: 'ConfigMap', namespace, name});

  async function ran(stack: Stack, args: readonly string[], code = 0) {
    const result = await stack.gantry(args);
    expect(result, result.stderr).toMatchObject({code});
    return result;
  }

  /** What the cluster holds: no mark of ours, and no claim to a field. */
  async function unmarked(ref: Ref): Promise<JsonObject> {
    const live = await cluster.get(ref);
    expect(JSON.stringify(live)).not.toContain('gantry.dev/');
    const {managedFields = []} = live?.['metadata'] as {managedFields?: {manager?: string}[]};
    expect(managedFields.map(({manager}) => manager)).not.toContain('gantry');
    return live ?? {};
  }

  it('a forgotten resource stays as it is, without label and annotations, and the rest of the stack does not change', async () => {
    const namespace = cluster.freshNamespace();
    const id = `v1:ConfigMap:${namespace}:leaves`;
    const files = manifests(configMap('leaves', {a: '1'}), configMap('stays', {a: '1'}), deployment('web'));
    const stack = await makeStack({kubeconfigPath, namespace, files});
    await applied(stack);
    const preview = await stack.json<Plan>(['resource', 'forget', id, '--dry-run']);
    expect(preview.document).toMatchObject({changes: [{id, action: 'forget', verified: true}], summary: {forget: 1}});
    expect(preview.document.diagnostics).toMatchObject([{severity: 'note', hint: expect.stringContaining('adopt')}]);
    expect(await cluster.get(mapIn(namespace, 'leaves'))).toHaveProperty(['metadata', 'labels', 'gantry.dev/lineage']);
    await ran(stack, ['resource', 'forget', id], 3);

    await ran(stack, ['resource', 'forget', id, '--yes']);
    expect(await unmarked(mapIn(namespace, 'leaves'))).toMatchObject({data: {a: '1'}});
    const {document} = await stack.json<Release>(['release', 'show']);
    expect(document).toMatchObject({revision: 2, phase: 'succeeded', summary: {forget: 1}, orphaned: [id]});
    expect(
      kubernetesStates(document.state)
        .map(({name}) => name)
        .toSorted(),
    ).toEqual(['stays', 'web']);
    expect(document.spec).toHaveLength(2);

    const adopt = {id, action: 'adopt', blocked: {needs: `--adopt ${id}`, because: expect.anything()}};
    expect(await pendingChanges(stack)).toMatchObject([adopt]);
    await stack.write(manifests(configMap('stays', {a: '1'}), deployment('web')));
    expect(await pendingChanges(stack)).toEqual([]);
    await ran(stack, ['destroy', '--yes']);
    expect(await cluster.get(mapIn(namespace, 'leaves'))).toBeDefined();
  });

  it('resources that stay and refer to a forgotten one are named before anything is done', async () => {
    const namespace = cluster.freshNamespace();
    const [leaves, stays] = ['leaves', 'stays'].map((name) => `v1:ConfigMap:${namespace}:${name}`);
    const reference = `\${ref:${leaves}#metadata.uid}`;
    const stack = await makeStack({
      kubeconfigPath,
      files: {
        'stack.yaml': {
          name: 'shop',
          workspace: 'test',
          namespace,
          sources: [{manifests: 'manifests/**/*', references: true}],
        },
        ...manifests(configMap('leaves', {a: '1'}), configMap('stays', {a: reference}), configMap('alone', {a: '1'})),
      },
    });
    await applied(stack);
    const needed = (ids: readonly (string | undefined)[]) =>
      stack
        .json<Plan>(['resource', 'forget', ...ids.flatMap((id) => id ?? []), '--dry-run'])
        .then(({document}) => document.diagnostics.filter(({code}) => code === 'forget/still-needed'));
    expect(await needed([leaves])).toMatchObject([
      {severity: 'warning', resource: stays, path: 'data.a', message: expect.stringContaining(`refers to ${leaves}`)},
    ]);
    expect(await needed([leaves, stays])).toEqual([]);
    expect(await needed(['*:alone'])).toEqual([]);
    // The release is as it was said to be.
    await ran(stack, ['resource', 'forget', leaves ?? '', '--yes']);
    await ran(stack, ['preview', '--revision', 'current'], 3);
    expect((await stack.gantry(['release', 'list'])).stdout).toMatch(/^2\* .* 1 forgotten /m);
  });

  it('forget needs no files, accepts kinds and globs, and refuses a misspelt id with the nearest one', async () => {
    const namespace = cluster.freshNamespace();
    const files = manifests(configMap('a', {a: '1'}), configMap('b', {a: '1'}), configMap('c', {a: '1'}));
    const stack = await makeStack({kubeconfigPath, namespace, files});
    await applied(stack);
    const named = ['-s', 'shop/shop', '-w', `${stack.dir}/workspaces/test.yaml`];
    const elsewhere = {cwd: stack.home};
    const wrong = await stack.gantry(['resource', 'forget', `v1:ConfigMap:${namespace}:aa`, ...named], elsewhere);
    expect(wrong).toMatchObject({code: 3, stderr: expect.stringContaining(`Did you mean v1:ConfigMap:${namespace}:`)});
    const glob = ['resource', 'forget', `*:a`, `v1:ConfigMap:${namespace}:b`, '--yes', ...named];
    expect(await stack.gantry(glob, elsewhere)).toMatchObject({code: 0});
    await unmarked(mapIn(namespace, 'a'));
    await unmarked(mapIn(namespace, 'b'));
    expect((await stack.json<Release>(['release', 'show'])).document.state).toMatchObject([{name: 'c'}]);
    expect(await stack.gantry(['resource', 'forget', 'ConfigMap', '--yes', ...named], elsewhere)).toMatchObject({
      code: 0,
    });
    expect((await stack.json<Release>(['release', 'show'])).document.state).toEqual([]);
  });

  it('destroy --keep-objects keeps every object, whatever it is, and forgets the stack', async () => {
    const own = cluster.freshNamespace();
    const group = `${own}.example.com`;
    const definition = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      name: `widgets.${group}`,
    };
    cluster.deleteAtEnd(definition);
    const stack = await makeStack({
      kubeconfigPath,
      files: manifests(
        namespaceObject(own),
        widgetDefinition({group}),
        configMap('kept', {a: '1'}, {namespace: own, annotations: {'gantry.dev/protect': 'true'}}),
        configMap('plain', {a: '1'}, {namespace: own}),
      ),
    });
    await applied(stack);
    const plan = await stack.json<Plan>(['destroy', '--keep-objects', '--dry-run']);
    expect(plan.document.summary).toMatchObject({forget: 4, delete: 0, blocked: 0, retain: 0});
    expect(await stack.gantry(['destroy', '--keep-objects'], {typed: 'n\n'})).toMatchObject({code: 1});
    const left = await stack.gantry(['destroy', '--keep-objects'], {typed: 'y\n'});
    expect(left, left.stderr).toMatchObject({code: 0, stdout: expect.stringContaining('4 forgotten')});

    expect(await unmarked({apiVersion: 'v1', kind: 'Namespace', name: own})).toMatchObject({status: {phase: 'Active'}});
    await unmarked(definition);
    await unmarked(mapIn(own, 'plain'));
    // The user's own annotation is no mark of ours.
    expect(await cluster.get(mapIn(own, 'kept'))).toMatchObject({
      metadata: {annotations: {'gantry.dev/protect': 'true'}},
    });
    expect((await cluster.get(mapIn(own, 'kept')))?.['metadata']).not.toHaveProperty('labels');
    expect(await ran(stack, ['destroy', '--yes'])).toMatchObject({
      stdout: expect.stringContaining('it has no resources there'),
    });
  });

  it('an object that another stack has taken, or that somebody has deleted, is forgotten without a write', async () => {
    const namespace = cluster.freshNamespace();
    const [first, second] = [
      await makeStack({
        kubeconfigPath,
        namespace,
        files: manifests(configMap('taken', {a: '1'}), configMap('deleted', {a: '1'})),
        name: 'first',
      }),
      await makeStack({kubeconfigPath, namespace, files: manifests(configMap('taken', {a: '1'})), name: 'second'}),
    ];
    await applied(first);
    await applied(second, ['--adopt', 'all']);
    await cluster.delete(mapIn(namespace, 'deleted'));
    await ran(first, ['destroy', '--keep-objects', '--yes']);
    expect(await pendingChanges(second)).toEqual([]);
    expect((await first.json<Release>(['release', 'show'])).document.state).toEqual([]);
  });
});
