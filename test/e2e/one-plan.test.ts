import {expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import type {Change, Plan} from '../../src/core/plan/plan.ts';
import {applied, destroyed, pendingChanges} from '../rig/changes.ts';
import {configMap, manifests, namespaceObject, widgetDefinition} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';

onCluster('refusals that only depend on the rest of the plan', (cluster) => {
  const {kubeconfigPath} = cluster;

  it('a pod is planned together with its new service account, priority class and runtime class', async () => {
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

  it('a CRD gets a field in the same apply in which its objects use it', async () => {
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

  it('an object whose CRD is in the same plan is checked against its schema before anything is written', async () => {
    const namespace = cluster.freshNamespace();
    const group = `${namespace}.example.dev`;
    const definition = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      name: `widgets.${group}`,
    };
    cluster.deleteAtEnd(definition);
    const schema = {
      type: 'object',
      required: ['size', 'colour'],
      properties: {
        size: {type: 'integer', minimum: 1, maximum: 9},
        colour: {type: 'string', default: 'red', enum: ['red', 'blue']},
        name: {type: 'string', pattern: '^[a-z]+$', maxLength: 5},
        tags: {type: 'array', minItems: 1, items: {type: 'string'}},
      },
    };
    const widget = (spec: JsonObject) =>
      manifests(widgetDefinition({group, schema}), {
        apiVersion: `${group}/v1`,
        kind: 'Widget',
        metadata: {name: 'w'},
        spec,
      });
    const stack = await makeStack({
      kubeconfigPath,
      namespace,
      files: widget({colour: 'green', name: 'Not ok', tags: []}),
    });
    const refused = await stack.gantry(['apply', '--yes']);
    expect(refused.code).toBe(3);
    for (const words of ['spec has no size', 'spec.colour is "green"', 'spec.name must match', 'spec.tags has 0 items'])
      expect(refused.stderr).toContain(words);
    expect(await cluster.get(definition)).toBeUndefined();
    // What the schema takes is taken, its default among it.
    await stack.write(widget({size: 9, name: 'ok', tags: ['a']}));
    await applied(stack);
    expect(await pendingChanges(stack)).toEqual([]);
  });

  it('a value taken from a later object is unknown exactly at its own path', async () => {
    const namespace = cluster.freshNamespace();
    await cluster.create(namespaceObject(namespace));
    const id = `v1:Service:${namespace}:web`;
    const files = (labels: JsonObject, selector: string) => ({
      'spec.yaml': {
        resources: [
          {
            id,
            type: 'Kubernetes',
            attributes: {
              apiVersion: 'v1',
              kind: 'Service',
              metadata: {name: 'web', namespace, labels},
              spec: {selector: {app: selector}, ports: [{port: 80}]},
            },
          },
          {
            id: `v1:ConfigMap:${namespace}:settings`,
            type: 'Kubernetes',
            attributes: configMap(
              'settings',
              {url: `http://\${ref:${id}#spec.clusterIP}:80/`, name: `\${ref:${id}#metadata.name}`},
              {namespace},
            ),
          },
        ],
      },
    });
    const stack = await makeStack({kubeconfigPath, namespace, files: files({}, 'a')});
    await stack.write({'stack.yaml': {name: 'shop', workspace: 'test', namespace, sources: [{spec: 'spec.yaml'}]}});
    const settings = (changes: readonly Change[]) => changes.find((one) => one.id.includes('settings'));
    const first = settings(await pendingChanges(stack));
    expect(first?.fields.filter(({unknown}) => unknown).map(({path}) => path)).toEqual(['data.url']);
    expect(first?.verified).toBe(false);
    await applied(stack);
    // The address of a Service stays when its labels or its selector change.
    await stack.write(files({a: 'b'}, 'b'));
    expect((await pendingChanges(stack)).map((one) => one.id)).toEqual([id]);
  });

  it('a namespace that does not exist is an error with a hint', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({kubeconfigPath, files: manifests(configMap('settings', {a: '1'}, {namespace}))});
    const refused = await stack.gantry(['apply', '--yes']);
    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain(`add the Namespace ${namespace} to the stack`);
  });

  it("an object with the stack's label that is in no release is reported and not changed", async () => {
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
