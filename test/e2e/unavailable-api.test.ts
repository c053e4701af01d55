import {expect, it} from 'vitest';
import type {Plan} from '../../src/core/plan/plan.ts';
import {pendingChanges} from '../rig/changes.ts';
import {configMap, manifests, namespaceObject, service, widgetDefinition} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';

onCluster(
  'an aggregated API that is unavailable',
  (cluster) => {
    const {kubeconfigPath} = cluster;
    const API_SERVICE = {apiVersion: 'apiregistration.k8s.io/v1', kind: 'APIService'} as const;

    /** An API whose Service has no endpoints, as KEDA's when its pods are down. */
    const brokenApi = (group: string, namespace: string) => ({
      ...API_SERVICE,
      metadata: {name: `v1beta1.${group}`},
      spec: {
        group,
        version: 'v1beta1',
        groupPriorityMinimum: 100,
        versionPriority: 100,
        insecureSkipTLSVerify: true,
        service: {name: 'metrics', namespace},
      },
    });

    /** The server has seen it: requests are refused, and discovery names the version without its kinds. */
    const untilUnavailable = (group: string, version = 'v1beta1'): Promise<void> =>
      expect
        .poll(
          async () => {
            const {status} = await cluster.client.send({
              method: 'GET',
              path: `/apis/${group}/${version}`,
              retry: {attempts: 1},
            });
            const groups = await cluster.client.send({
              method: 'GET',
              path: '/apis',
              accept: 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList',
            });
            return [status, JSON.stringify(groups).includes(group)];
          },
          {timeout: 30_000},
        )
        .toEqual([503, true]);

    async function withBrokenApi() {
      const namespace = cluster.freshNamespace();
      const group = `${namespace}.metrics.example.dev`;
      cluster.deleteAtEnd({...API_SERVICE, name: `v1beta1.${group}`});
      return {namespace, group, api: `${group}/v1beta1`};
    }

    it('an unavailable API does not stop the destroy of its own stack, with its Namespace and CRD', async () => {
      const {namespace, group, api} = await withBrokenApi();
      const crd = `widgets.${namespace}.example.dev`;
      cluster.deleteAtEnd({apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name: crd});
      const stack = await makeStack({
        kubeconfigPath,
        namespace,
        files: manifests(
          namespaceObject(namespace),
          service('metrics'),
          configMap('settings', {a: '1'}),
          widgetDefinition({group: `${namespace}.example.dev`}),
          brokenApi(group, namespace),
        ),
      });
      const made = await stack.gantry(['apply', '--yes', '--no-wait']);
      expect(made, made.stderr).toMatchObject({code: 0});
      await untilUnavailable(group);

      const blocked = await stack.gantry(['destroy', '--yes']);
      expect(blocked, blocked.stderr).toMatchObject({code: 5});
      expect(blocked.stderr).toContain(`--allow-delete v1:Namespace:${namespace}`);
      const ran = await stack.gantry(['destroy', '--yes', '--allow-delete', 'all']);
      expect(ran, ran.stderr).toMatchObject({code: 0});
      expect(ran.stderr).toContain(`the API ${api} is unavailable (HTTP 503`);
      expect(ran.stderr).toContain('Its APIService is deleted by the same plan.');
      expect(await cluster.get({...API_SERVICE, name: `v1beta1.${group}`})).toBeUndefined();
      expect(await cluster.get({apiVersion: 'v1', kind: 'Namespace', name: namespace})).toBeUndefined();
      expect(
        await cluster.get({apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name: crd}),
      ).toBeUndefined();
    });

    it('an unavailable API of another owner is named, and does not stop a plan, can-i, import and rebuild', async () => {
      const {namespace, group, api} = await withBrokenApi();
      const own = cluster.freshNamespace();
      const stays = configMap('stays', {a: '1'});
      const stack = await makeStack({
        kubeconfigPath,
        namespace,
        name: namespace,
        files: manifests(namespaceObject(own), configMap('inside', {a: '1'}, {namespace: own}), stays),
      });
      const made = await stack.gantry(['apply', '--yes']);
      expect(made, made.stderr).toMatchObject({code: 0});
      await cluster.create(brokenApi(group, namespace));
      await untilUnavailable(group);
      const unavailable = `the API ${api} is unavailable (HTTP 503`;

      const asked = await stack.gantry(['can-i', 'create', 'deploy', '-n', namespace]);
      expect(asked, asked.stderr).toMatchObject({code: 0});
      expect(asked.stderr).toContain(unavailable);
      const ofIt = await stack.gantry(['can-i', 'list', `things.${group}`, '-n', namespace]);
      expect(ofIt, ofIt.stderr).toMatchObject({code: 0});
      expect(ofIt.stderr).not.toContain('does not have');
      const unknown = await stack.gantry(['can-i', 'list', 'things']);
      expect(unknown).toMatchObject({code: 3});
      expect(unknown.stderr).toContain(unavailable);

      await cluster.create({...configMap('theirs', {a: '1'}), metadata: {name: 'theirs', namespace}});
      const imported = await stack.gantry(['import', 'cluster', '-n', namespace, '-w', 'test', '--out', 'imported']);
      expect(imported, imported.stderr).toMatchObject({code: 0});
      expect(imported.stderr).toContain(unavailable);
      expect(imported.stderr).toContain('(import/unavailable-api)');

      const rebuilt = await stack.json<{unavailable: readonly string[]; objects: readonly unknown[]}>([
        'release',
        'rebuild',
        '--dry-run',
        '--force',
      ]);
      expect(rebuilt, rebuilt.stderr).toMatchObject({code: 0});
      expect(rebuilt.document.objects).toHaveLength(3);
      // Other suites on this server have APIs that do not answer, too.
      expect(rebuilt.document.unavailable).toContainEqual(expect.stringContaining(unavailable));

      await stack.write(manifests(stays));
      const {document} = await stack.json<Plan>(['preview']);
      expect(document.summary).toMatchObject({delete: 2});
      expect(document.diagnostics).toContainEqual(
        expect.objectContaining({
          code: 'removal/unavailable-api',
          resource: `v1:Namespace:${own}`,
          message: expect.stringContaining(unavailable),
        }),
      );
      expect(document.changes.find(({id}) => id === `v1:Namespace:${own}`)).toMatchObject({
        action: 'delete',
        takesAlong: {objects: 1, others: 0, atLeast: true},
        blocked: {needs: `--allow-delete v1:Namespace:${own}`},
      });
      // The server itself keeps the Namespace until the API answers or its APIService is gone.
      const ran = await stack.gantry(['apply', '--yes', '--no-wait', '--allow-delete', `v1:Namespace:${own}`]);
      expect(ran, ran.stderr).toMatchObject({code: 0});
      await cluster.delete({...API_SERVICE, name: `v1beta1.${group}`});
      await expect
        .poll(() => cluster.get({apiVersion: 'v1', kind: 'Namespace', name: own}), {timeout: 60_000})
        .toBeUndefined();
      expect(await pendingChanges(stack)).toEqual([]);
    });

    it('a plan of a stack with objects of an unavailable API is refused, and a destroy deletes everything else', async () => {
      const {namespace, group} = await withBrokenApi();
      const apiService = {...API_SERVICE, name: `v1.${group}`};
      await cluster.create(widgetDefinition({group}));
      cluster.deleteAtEnd({
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'CustomResourceDefinition',
        name: `widgets.${group}`,
      });
      const widget = {apiVersion: `${group}/v1`, kind: 'Widget', metadata: {name: 'w'}, spec: {}};
      const settings = configMap('settings', {a: '1'});
      const stack = await makeStack({kubeconfigPath, namespace, name: namespace, files: manifests(settings, widget)});
      await expect.poll(() => cluster.get(apiService), {timeout: 30_000}).toBeDefined();
      const made = await stack.gantry(['apply', '--yes', '--no-wait']);
      expect(made, made.stderr).toMatchObject({code: 0});

      // Another server takes the group over, and is down.
      await cluster.patchAs('kubectl-edit', apiService, {
        metadata: {labels: {'kube-aggregator.kubernetes.io/automanaged': null}},
        spec: {service: {name: 'metrics', namespace}, insecureSkipTLSVerify: true},
      });
      await untilUnavailable(group, 'v1');
      const unavailable = `API ${group}/v1`;
      const id = `${group}/v1:Widget:${namespace}:w`;

      const refused = await stack.gantry(['preview']);
      expect(refused, refused.stderr).toMatchObject({code: 1});
      expect(refused.stderr).toContain(unavailable);
      expect(refused.stderr).toContain(`v1.${group}`);
      expect(refused.stderr).toContain('--exclude');
      await stack.write(manifests(configMap('settings', {a: '2'}), widget));
      const partly = await stack.gantry(['apply', '--yes', '--exclude', 'Widget']);
      expect(partly, partly.stderr).toMatchObject({code: 0});

      const destroyed = await stack.gantry(['destroy', '--yes']);
      expect(destroyed, destroyed.stderr).toMatchObject({code: 6});
      expect(destroyed.stderr).toContain(`${id} could not be read, and is not deleted`);
      const ref = {apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'settings'};
      expect(await cluster.get(ref)).toBeUndefined();
      const again = await stack.gantry(['destroy', '--yes']);
      expect(again, again.stderr).toMatchObject({code: 1});
      expect(again.stderr).toContain(unavailable);

      // The server makes the APIService of the CRD again.
      await cluster.delete(apiService);
      await expect
        .poll(
          async () =>
            (await cluster.client.send({method: 'GET', path: `/apis/${group}/v1/widgets`, retry: {attempts: 1}}))
              .status,
          {
            timeout: 60_000,
          },
        )
        .toBe(200);
      const last = await stack.gantry(['destroy', '--yes']);
      expect(last, last.stderr).toMatchObject({code: 0});
      expect(await cluster.get({...widget, apiVersion: `${group}/v1`, namespace, name: 'w'})).toBeUndefined();
    });
  },
  {needs: ['aggregated APIs']},
);
