import {expect, it} from 'vitest';
import {applied, destroyed, pendingChanges} from '../rig/changes.ts';
import {configMap, deployment, manifests, service, widgetDefinition} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';

onCluster('objects that change their owner', (cluster) => {
  const {kubeconfigPath} = cluster;

  it('an object that another stack has taken over belongs to it: the first stack forgets it and never deletes it', async () => {
    const namespace = cluster.freshNamespace();
    const settings = {apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'settings'};
    const files = manifests(configMap('settings', {a: '1'}));
    const first = await makeStack({kubeconfigPath, namespace, files, name: 'first'});
    const second = await makeStack({kubeconfigPath, namespace, files, name: 'second'});
    await applied(first);
    expect(await pendingChanges(second)).toMatchObject([
      {action: 'adopt', blocked: {because: expect.stringContaining('another stack')}},
    ]);
    await applied(second, ['--adopt', 'all']);

    // Still wanted by the first: it may not be taken back in silence.
    expect(await pendingChanges(first)).toMatchObject([{action: 'adopt', blocked: {}}]);
    await first.write(manifests(configMap('other', {a: '1'})));
    expect((await pendingChanges(first)).map(({id, action}) => `${action} ${id}`)).toEqual([
      `create v1:ConfigMap:${namespace}:other`,
      `forget v1:ConfigMap:${namespace}:settings`,
    ]);
    await applied(first);
    await destroyed(first);
    expect(await cluster.get(settings)).toBeDefined();
    expect(await pendingChanges(second)).toEqual([]);
  });

  it('another version of the same kind is the same object', async () => {
    const namespace = cluster.freshNamespace();
    const scaler = (version: string, more: object) => ({
      apiVersion: `autoscaling/${version}`,
      kind: 'HorizontalPodAutoscaler',
      metadata: {name: 'web'},
      spec: {maxReplicas: 3, scaleTargetRef: {apiVersion: 'apps/v1', kind: 'Deployment', name: 'web'}, ...more},
    });
    const live = {apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', namespace, name: 'web'};
    const stack = await makeStack({
      kubeconfigPath,
      namespace,
      files: manifests(deployment('web'), scaler('v1', {targetCPUUtilizationPercentage: 80})),
    });
    await applied(stack);
    const uid = ((await cluster.get(live))?.['metadata'] as {uid: string}).uid;
    const metrics = [
      {type: 'Resource', resource: {name: 'cpu', target: {type: 'Utilization', averageUtilization: 70}}},
    ];
    await stack.write(manifests(deployment('web'), scaler('v2', {metrics})));
    expect(await pendingChanges(stack)).toMatchObject([
      {id: `autoscaling/v2:HorizontalPodAutoscaler:${namespace}:web`, action: 'update'},
    ]);
    await applied(stack);
    expect(await cluster.get(live)).toMatchObject({metadata: {uid}, spec: {metrics}});
    expect(await pendingChanges(stack)).toEqual([]);
    await destroyed(stack);
    expect(await cluster.get(live)).toBeUndefined();
  });

  it('a namespace that somebody deleted is created again with everything in it', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({
      kubeconfigPath,
      namespace,
      files: manifests(configMap('settings', {a: '1'}), service('web')),
    });
    await applied(stack);
    await cluster.delete({apiVersion: 'v1', kind: 'Namespace', name: namespace});
    expect((await pendingChanges(stack)).map(({action}) => action)).toEqual(['create', 'create', 'create']);
    await applied(stack);
    expect(await pendingChanges(stack)).toEqual([]);
    expect(await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'settings'})).toBeDefined();

    await cluster.delete({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'settings'});
    await cluster.delete({apiVersion: 'v1', kind: 'Service', namespace, name: 'web'});
    await destroyed(stack);
  });

  it('a CRD that somebody deleted is created again with its objects, and a CRD created since is found', async () => {
    const namespace = cluster.freshNamespace();
    const group = `${namespace}.example.dev`;
    const definition = widgetDefinition({group, schema: {type: 'object', properties: {size: {type: 'integer'}}}});
    const ref = {apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name: `widgets.${group}`};
    cluster.deleteAtEnd(ref);
    const widget = {apiVersion: `${group}/v1`, kind: 'Widget', metadata: {name: 'w'}, spec: {size: 1}};
    const live = {apiVersion: `${group}/v1`, kind: 'Widget', namespace, name: 'w'};
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(definition, widget)});
    await applied(stack);
    await cluster.delete(ref);
    await expect.poll(() => cluster.get(ref), {timeout: 20_000}).toBeUndefined();
    expect((await pendingChanges(stack)).map(({action}) => action)).toEqual(['create', 'create']);
    await applied(stack);
    expect(await cluster.get(live)).toMatchObject({spec: {size: 1}});
    await destroyed(stack);

    await stack.write(manifests(widget));
    expect((await stack.gantry(['preview'])).code).toBe(3);
    await cluster.create(definition);
    await expect.poll(async () => (await stack.gantry(['preview'])).code, {timeout: 20_000}).toBe(0);
    await applied(stack);
    expect(await cluster.get(live)).toMatchObject({spec: {size: 1}});
    await destroyed(stack);
  });

  it('a protected object is kept, and stays in the record', async () => {
    const namespace = cluster.freshNamespace();
    const kept = {apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'kept'};
    const stack = await makeStack({
      kubeconfigPath,
      namespace,
      files: manifests(configMap('kept', {a: '1'}, {annotations: {'gantry.dev/protect': 'true'}})),
    });
    await applied(stack);
    await stack.write(manifests(configMap('other', {a: '1'})));
    expect((await pendingChanges(stack)).map(({action}) => action)).toEqual(['create', 'retain']);
    await applied(stack);
    await destroyed(stack);
    expect(await cluster.get(kept)).toBeDefined();
    expect((await stack.gantry(['resource', 'list'])).stdout).toContain('kept');
    await stack.write(manifests(configMap('kept', {a: '2'})));
    await applied(stack);
    await destroyed(stack);
    expect(await cluster.get(kept)).toBeUndefined();
  });

  it('adopting an object with other values names both permissions at once', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(configMap('first', {a: '1'}))});
    await applied(stack);
    await cluster.applyAs('flux', configMap('settings', {a: 'theirs'}, {namespace}));
    await stack.write(manifests(configMap('first', {a: '1'}), configMap('settings', {a: '1'})));
    const id = `v1:ConfigMap:${namespace}:settings`;
    expect(await pendingChanges(stack)).toMatchObject([
      {action: 'adopt', blocked: {needs: `--adopt ${id} --force-conflicts ${id}`}},
    ]);
    expect((await stack.gantry(['apply', '--yes', '--adopt', 'all'])).code).toBe(5);
    await applied(stack, ['--adopt', id, '--force-conflicts', id]);
    expect(await pendingChanges(stack)).toEqual([]);
  });
});
