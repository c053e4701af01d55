import {expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import {applied, destroyed, pendingChanges} from '../rig/changes.ts';
import {configMap, manifests, namespaceObject, widgetDefinition} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';

onCluster('what the server refuses only because the rest of the plan is not there yet', (cluster) => {
  const {kubeconfigPath} = cluster;

  it('a pod comes with its service account, its priority and its runtime', async () => {
    const namespace = cluster.freshNamespace();
    await cluster.create(namespaceObject(namespace));
    const classes = [
      {apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', name: namespace},
      {apiVersion: 'node.k8s.io/v1', kind: 'RuntimeClass', name: namespace},
    ];
    for (const ref of classes) cluster.deleteAtEnd(ref);
    const stack = await makeStack({
      kubeconfigPath,
      namespace,
      files: manifests(
        {
          apiVersion: 'v1',
          kind: 'Pod',
          metadata: {name: 'web'},
          spec: {
            serviceAccountName: 'web',
            priorityClassName: namespace,
            runtimeClassName: namespace,
            terminationGracePeriodSeconds: 0,
            containers: [{name: 'web', image: 'web:1'}],
          },
        },
        {apiVersion: 'v1', kind: 'ServiceAccount', metadata: {name: 'web'}},
        {apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: {name: namespace}, value: 10},
        {apiVersion: 'node.k8s.io/v1', kind: 'RuntimeClass', metadata: {name: namespace}, handler: 'runc'},
      ),
    });
    const {document} = await stack.json<Plan>(['preview']);
    expect(document.changes.find(({id}) => id.includes(':Pod:'))).toMatchObject({
      action: 'create',
      verified: false,
      reason: expect.stringContaining('can verify it only when'),
    });
    await applied(stack);
    expect(await pendingChanges(stack)).toEqual([]);
    await destroyed(stack);
    for (const ref of classes) expect(await cluster.get(ref)).toBeUndefined();
  });

  it('a definition learns a field in the same apply as its objects use it', async () => {
    const namespace = cluster.freshNamespace();
    const group = `${namespace}.example.dev`;
    cluster.deleteAtEnd({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      name: `widgets.${group}`,
    });
    const files = (properties: JsonObject, spec: JsonObject) =>
      manifests(widgetDefinition({group, schema: {type: 'object', properties}}), {
        apiVersion: `${group}/v1`,
        kind: 'Widget',
        metadata: {name: 'w'},
        spec,
      });
    const size = {type: 'integer'};
    const stack = await makeStack({kubeconfigPath, namespace, files: files({size}, {size: 1})});
    await applied(stack);
    await stack.write(files({size, colour: {type: 'string'}}, {size: 1, colour: 'red'}));
    expect((await pendingChanges(stack)).map(({action}) => action)).toEqual(['update', 'update']);
    await applied(stack);
    const live = {apiVersion: `${group}/v1`, kind: 'Widget', namespace, name: 'w'};
    expect(await cluster.get(live)).toMatchObject({spec: {size: 1, colour: 'red'}});
    expect(await pendingChanges(stack)).toEqual([]);
  });

  it('a namespace that is nowhere is an error that says what to do', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({kubeconfigPath, files: manifests(configMap('settings', {a: '1'}, {namespace}))});
    const refused = await stack.gantry(['apply', '--yes']);
    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain(`add the Namespace ${namespace} to the stack`);
  });

  it('what carries our marks and is in no release is told and left alone', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(configMap('settings', {a: '1'}))});
    await applied(stack);
    const {lineage} = (await stack.json<Plan>(['preview'])).document;
    const labels = {'gantry.dev/lineage': lineage};
    const id = `v1:ConfigMap:${namespace}:lost`;
    await cluster.create(configMap('lost', {}, {namespace, labels, annotations: {'gantry.dev/id': id}}));
    await cluster.create(configMap('copy', {}, {namespace, labels}));
    const {document} = await stack.json<Plan>(['preview']);
    expect(document.diagnostics).toMatchObject([{severity: 'note', code: 'object/orphan', resource: id}]);
    await destroyed(stack);
    for (const name of ['lost', 'copy'])
      expect(await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name})).toBeDefined();
  });
});
