import {expect, it} from 'vitest';
import {applied, pendingChanges} from '../rig/changes.ts';
import {configMap, deployment, manifests, service, widgetDefinition} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';

onCluster('changes and non-changes', (cluster) => {
  const {kubeconfigPath} = cluster;

  it('a reordered env is an update', async () => {
    const namespace = cluster.freshNamespace();
    const [a, b] = [
      {name: 'A', value: '1'},
      {name: 'B', value: '2'},
    ];
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(deployment('web', {env: [a, b]}))});
    await applied(stack);

    await stack.write(manifests(deployment('web', {env: [b, a]})));
    expect(await pendingChanges(stack)).toMatchObject([
      {
        action: 'update',
        fields: [
          {
            path: 'spec.template.spec.containers[name="app"].env',
            before: ['A', 'B'],
            after: ['B', 'A'],
            cause: 'spec',
          },
        ],
      },
    ]);
    await applied(stack);
    expect(await pendingChanges(stack)).toEqual([]);
  });

  it('1000m for 1 is not a change in a Deployment', async () => {
    const namespace = cluster.freshNamespace();
    const of = (cpu: string) => manifests(deployment('web', {resources: {limits: {cpu}}}));
    const stack = await makeStack({kubeconfigPath, namespace, files: of('1000m')});
    await applied(stack);
    const web = {apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'web'};
    const before = await cluster.get(web);

    await stack.write(of('1'));
    expect(await pendingChanges(stack)).toEqual([]);
    await applied(stack);
    expect((await cluster.get(web))?.['metadata']).toMatchObject({generation: generationOf(before)});
  });

  it('1000m for 1 is a change in a custom resource', async () => {
    const namespace = cluster.freshNamespace();
    const group = `${namespace}.example.dev`;
    const definition = widgetDefinition({
      group,
      schema: {type: 'object', properties: {cpu: {'x-kubernetes-int-or-string': true}}},
    });
    cluster.deleteAtEnd({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      name: `widgets.${group}`,
    });
    const widget = (cpu: string | number) => ({
      apiVersion: `${group}/v1`,
      kind: 'Widget',
      metadata: {name: 'w'},
      spec: {cpu},
    });
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(definition, widget('1000m'))});
    await applied(stack);
    expect(await pendingChanges(stack)).toEqual([]);

    await stack.write(manifests(definition, widget(1)));
    expect(await pendingChanges(stack)).toMatchObject([
      {action: 'update', fields: [{path: 'spec.cpu', before: '1000m', after: 1, cause: 'spec'}]},
    ]);
    await applied(stack);
    expect(await pendingChanges(stack)).toEqual([]);
  });

  it('values that the server rewrites or defaults cause neither a change nor a dry run', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({
      kubeconfigPath,
      namespace,
      files: manifests(
        deployment('web', {
          resources: {requests: {cpu: '0.5', memory: '1024Mi'}, limits: {cpu: '1.50', memory: '1.5Gi'}},
          env: [{name: 'EMPTY', value: ''}],
          ports: [{containerPort: 8080}],
        }),
        service('web', {ports: [{port: 80, targetPort: 8080}]}),
        configMap('empty', {}),
        {
          apiVersion: 'autoscaling/v2',
          kind: 'HorizontalPodAutoscaler',
          metadata: {name: 'web'},
          spec: {
            minReplicas: 1,
            maxReplicas: 3,
            scaleTargetRef: {apiVersion: 'apps/v1', kind: 'Deployment', name: 'web'},
            metrics: [
              {type: 'Resource', resource: {name: 'cpu', target: {type: 'Utilization', averageUtilization: 80}}},
            ],
          },
        },
        {
          apiVersion: 'v1',
          kind: 'PersistentVolumeClaim',
          metadata: {name: 'data'},
          spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '1024Mi'}}},
        },
      ),
    });
    await applied(stack);
    expect(await pendingChanges(stack)).toEqual([]);
  });
});

const generationOf = (object: unknown): unknown =>
  (object as {metadata: {generation: number}} | undefined)?.metadata.generation;
