import {expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import {applied, destroyed, pendingChanges} from '../rig/changes.ts';
import {configMap, deployment, manifests, namespaceObject, service, widgetDefinition} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';

onCluster('namespaces and CRDs', (cluster) => {
  const {kubeconfigPath} = cluster;
  const namespaceNamed = (name: string) => cluster.get({apiVersion: 'v1', kind: 'Namespace', name});

  it('a first plan creates a namespace with its objects and a CRD with its objects, and destroy deletes them', async () => {
    const namespace = cluster.freshNamespace();
    const group = `${namespace}.example.dev`;
    const definition = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      name: `widgets.${group}`,
    };
    cluster.deleteAtEnd(definition);
    const within = {metadata: {namespace}};
    const stack = await makeStack({
      kubeconfigPath,
      files: manifests(
        {...service('web'), metadata: {name: 'web', ...within.metadata}},
        {...deployment('web'), metadata: {name: 'web', ...within.metadata}},
        {apiVersion: `${group}/v1`, kind: 'Widget', metadata: {name: 'w', ...within.metadata}, spec: {size: 3}},
        widgetDefinition({group, schema: {type: 'object', properties: {size: {type: 'integer'}}}}),
        namespaceObject(namespace),
      ),
    });
    const {document} = await stack.json<Plan>(['preview']);
    expect(document.summary).toMatchObject({create: 5, blocked: 0});
    await applied(stack);
    expect(await pendingChanges(stack)).toEqual([]);
    expect(await cluster.get({apiVersion: `${group}/v1`, kind: 'Widget', namespace, name: 'w'})).toMatchObject({
      spec: {size: 3},
    });

    await destroyed(stack);
    expect(await namespaceNamed(namespace)).toBeUndefined();
    expect(await cluster.get(definition)).toBeUndefined();
  });

  it('objects of a CRD of the same plan are checked against its schema before anything is written', async () => {
    const namespace = cluster.freshNamespace();
    const group = `${namespace}.example.dev`;
    const stack = await makeStack({
      kubeconfigPath,
      namespace,
      files: manifests(widgetDefinition({group, schema: {type: 'object', properties: {size: {type: 'integer'}}}}), {
        apiVersion: `${group}/v1`,
        kind: 'Widget',
        metadata: {name: 'w'},
        spec: {sise: 3},
      }),
    });
    const refused = await stack.gantry(['apply', '--yes']);
    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain('size');
  });

  it('a namespace in the spec that existed before is adopted, and stays after destroy', async () => {
    const namespace = cluster.freshNamespace();
    await cluster.create(namespaceObject(namespace, {team: 'theirs'}));
    const stack = await makeStack({
      kubeconfigPath,
      namespace,
      files: manifests(namespaceObject(namespace, {tier: 'prod'}), configMap('settings', {a: '1'})),
    });
    expect((await stack.gantry(['apply', '--yes'])).code).toBe(5);
    await applied(stack, ['--adopt', `v1:Namespace:${namespace}`]);
    expect(await pendingChanges(stack)).toEqual([]);
    expect(await namespaceNamed(namespace)).toMatchObject({metadata: {labels: {team: 'theirs', tier: 'prod'}}});
    await destroyed(stack);
    const left = await namespaceNamed(namespace);
    expect(left).toMatchObject({metadata: {labels: {team: 'theirs'}}, status: {phase: 'Active'}});
    expect(JSON.stringify(left?.['metadata'])).not.toContain('gantry.dev/');
    expect(await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'settings'})).toBeUndefined();
  });

  it('the namespace of the stack is created if it is missing, and never deleted', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(configMap('settings', {a: '1'}))});
    await applied(stack);
    await destroyed(stack);
    expect(await namespaceNamed(namespace)).toMatchObject({status: {phase: 'Active'}});
  });

  it('a namespace that Gantry created is deleted with its objects when it leaves the spec, with a permission', async () => {
    const namespace = cluster.freshNamespace();
    const [own, other] = [cluster.freshNamespace(), cluster.freshNamespace()];
    const stack = await makeStack({
      kubeconfigPath,
      namespace: other,
      files: manifests(
        namespaceObject(own),
        configMap('settings', {a: '1'}, {namespace: own}),
        configMap('stays', {a: '1'}),
      ),
    });
    await applied(stack);
    await stack.write(manifests(configMap('stays', {a: '1'})));
    expect(await pendingChanges(stack)).toMatchObject([{action: 'delete'}, {action: 'delete'}]);
    await applied(stack, ['--allow-delete', `v1:Namespace:${own}`]);
    expect(await namespaceNamed(own)).toBeUndefined();
    expect(namespace).not.toBe(own);
  });

  it('a namespace that leaves the spec stays as long as the spec has objects in it', async () => {
    const own = cluster.freshNamespace();
    const inside = configMap('settings', {a: '1'}, {namespace: own});
    const stack = await makeStack({kubeconfigPath, files: manifests(namespaceObject(own), inside)});
    await applied(stack);
    await stack.write(manifests(inside));
    expect(await pendingChanges(stack)).toMatchObject([
      {id: `v1:Namespace:${own}`, action: 'retain', reason: expect.stringContaining('settings')},
    ]);
    expect(await stack.gantry(['apply', '--yes'])).toMatchObject({code: 0});
    expect(await namespaceNamed(own)).toMatchObject({status: {phase: 'Active'}});
    await destroyed(stack);
    expect(await namespaceNamed(own)).toBeUndefined();
  });

  it("a namespace that leaves the spec and is still the stack's namespace loses its ownership and is not deleted", async () => {
    const namespace = cluster.freshNamespace();
    const settings = configMap('settings', {a: '1'});
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(namespaceObject(namespace), settings)});
    await applied(stack);
    await stack.write(manifests(settings));
    expect(await pendingChanges(stack)).toMatchObject([{id: `v1:Namespace:${namespace}`, action: 'forget'}]);
    await applied(stack);
    expect(await pendingChanges(stack)).toEqual([]);
    await destroyed(stack);
    expect(await namespaceNamed(namespace)).toMatchObject({status: {phase: 'Active'}});
    expect((await namespaceNamed(namespace))?.['metadata']).not.toHaveProperty(['labels', 'gantry.dev/lineage']);
  });

  it('an object whose version is no longer served is found in another version, and deleted', async () => {
    const namespace = cluster.freshNamespace();
    const group = `${namespace}.example.dev`;
    const definition = widgetDefinition({group});
    const ref = {apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name: `widgets.${group}`};
    cluster.deleteAtEnd(ref);
    const {versions, ...spec} = definition['spec'] as {versions: JsonObject[]};
    const old = {...versions[0], name: 'v1alpha1', storage: false};
    await cluster.create({...definition, spec: {...spec, versions: [old, ...versions]}});
    const widget = {apiVersion: `${group}/v1alpha1`, kind: 'Widget', metadata: {name: 'w'}, spec: {}};
    const stay = configMap('stays', {a: '1'});
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(stay, widget)});
    await expect.poll(async () => (await stack.gantry(['apply', '--yes'])).code, {timeout: 20_000}).toBe(0);
    await cluster.patchAs('somebody', ref, {spec: {versions: [{...old, served: false}, ...versions]}});
    await stack.write(manifests(stay));
    const id = `${group}/v1alpha1:Widget:${namespace}:w`;
    await expect
      .poll(async () => (await pendingChanges(stack)).map((change) => change.action), {timeout: 20_000})
      .toEqual(['delete']);
    expect(await pendingChanges(stack)).toMatchObject([{id, action: 'delete'}]);
    await applied(stack);
    expect(await cluster.get({apiVersion: `${group}/v1`, kind: 'Widget', namespace, name: 'w'})).toBeUndefined();
  });
});
