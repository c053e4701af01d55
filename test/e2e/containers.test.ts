import {expect, it} from 'vitest';
import type {Plan} from '../../src/core/plan/plan.ts';
import {applied, destroyed, pendingChanges} from '../rig/changes.ts';
import {configMap, deployment, manifests, namespaceObject, service, widgetDefinition} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';

onCluster('namespaces and definitions', (cluster) => {
  const {kubeconfigPath} = cluster;
  const namespaceNamed = (name: string) => cluster.get({apiVersion: 'v1', kind: 'Namespace', name});

  it('a namespace and its content, a definition and its objects come in one first plan and go with destroy', async () => {
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

  it('objects of a definition of the same plan are held to its schema before anything is written', async () => {
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

  it('a namespace that the spec declares and that existed is adopted, and stays when the stack goes', async () => {
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

  it("the stack's own namespace is made when it is missing and is never deleted", async () => {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(configMap('settings', {a: '1'}))});
    await applied(stack);
    await destroyed(stack);
    expect(await namespaceNamed(namespace)).toMatchObject({status: {phase: 'Active'}});
  });

  it('a namespace that we made goes when it leaves the spec, with its content', async () => {
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
    await applied(stack);
    expect(await namespaceNamed(own)).toBeUndefined();
    expect(namespace).not.toBe(own);
  });
});
