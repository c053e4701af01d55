import {copyFile} from 'node:fs/promises';
import {expect, inject, it} from 'vitest';
import type {Plan} from '../../src/core/plan/plan.ts';
import {applied, destroyed, pendingChanges} from '../rig/changes.ts';
import type {Cluster} from '../rig/cluster.ts';
import {configMap, deployment, manifests, namespaceObject, service} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';
import {userOf} from '../rig/user.ts';

const WORK = [{apiGroups: ['', 'apps'], resources: ['configmaps', 'services', 'deployments'], verbs: ['*']}];
const READ = [
  {apiGroups: ['', 'apps'], resources: ['configmaps', 'services', 'deployments'], verbs: ['get', 'list', 'watch']},
];
const application = manifests(configMap('settings', {a: '1'}), service('web'), deployment('web'));

onCluster('permissions', (cluster) => {
  const given = inject('cluster');
  const signs = given.kind === 'up' && given.signsUsers;

  it.skipIf(!signs)(
    'a user of one namespace previews, applies and destroys without any cluster-wide permission',
    async () => {
      const namespace = await ownNamespace(cluster);
      const kubeconfigPath = await userOf(cluster, namespace, WORK);
      const stack = await makeStack({kubeconfigPath, namespace, files: application});
      expect((await stack.json<Plan>(['preview'])).document.summary).toMatchObject({create: 3});
      await applied(stack);
      expect(await pendingChanges(stack)).toEqual([]);
      await stack.write(manifests(service('web'), deployment('web', {replicas: 2})));
      await applied(stack);
      expect(await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'settings'})).toBeUndefined();
      await destroyed(stack);
      expect(await cluster.get({apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'web'})).toBeUndefined();
    },
  );

  it.skipIf(!signs)(
    'a read-only user sees an unverified preview, and an apply stops before it writes anything',
    async () => {
      const namespace = await ownNamespace(cluster);
      const kubeconfigPath = await userOf(cluster, namespace, READ);
      const stack = await makeStack({kubeconfigPath, namespace, files: application});
      const {document, code} = await stack.json<Plan>(['preview']);
      expect(code).toBe(0);
      expect(document.changes).toMatchObject([
        {action: 'create', verified: false},
        {action: 'create', verified: false},
        {action: 'create', verified: false},
      ]);
      const refused = await stack.gantry(['apply', '--yes']);
      expect(refused.code).toBe(4);
      expect((await stack.json<{releases: unknown[]}>(['release', 'list'])).document.releases).toEqual([]);
    },
  );

  it.skipIf(!signs)(
    'a read-only user sees that an apply would not change the replicas of a scaled Deployment',
    async () => {
      const files = (image: string) =>
        manifests(configMap('settings', {a: '1'}), deployment('web', {replicas: 1, image}));
      const namespace = await ownNamespace(cluster);
      const kubeconfigPath = await userOf(cluster, namespace, WORK);
      const stack = await makeStack({kubeconfigPath, namespace, files: files('nginx:1.27')});
      await applied(stack);
      const web = {apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'web'};
      await cluster.patchAs('kubectl', web, {spec: {replicas: 2}}, 'scale');
      await copyFile(await userOf(cluster, namespace, READ), kubeconfigPath);
      expect((await stack.gantry(['preview', '--exit-code'])).code).toBe(0);
      await stack.write(files('nginx:1.29'));
      const {document} = await stack.json<Plan>(['preview']);
      const fields = document.changes.find(({action}) => action === 'update')?.fields ?? [];
      expect(document.summary).toMatchObject({update: 1, unchanged: 1});
      expect(fields.filter(({yielded}) => yielded === true)).toMatchObject([
        {path: 'spec.replicas', manager: 'kubectl'},
      ]);
      expect(fields.filter(({yielded}) => yielded !== true)).toMatchObject([{after: 'nginx:1.29'}]);
    },
  );

  it.skipIf(!signs)('a user who may not read several kinds of a stack learns all of them at once', async () => {
    const namespace = await ownNamespace(cluster);
    const kubeconfigPath = await userOf(cluster, namespace, WORK);
    const stack = await makeStack({kubeconfigPath, namespace, files: application});
    await applied(stack);
    const lesser = await userOf(cluster, namespace, [{apiGroups: [''], resources: ['configmaps'], verbs: ['*']}]);
    await copyFile(lesser, kubeconfigPath);
    const refused = await stack.gantry(['preview']);
    expect(refused.code).toBe(4);
    expect(refused.stderr).toContain(`about v1:Service:${namespace}:web`);
    expect(refused.stderr).toContain(`about apps/v1:Deployment:${namespace}:web`);
    expect(refused.stderr).toContain('- {apiGroups: [""], resources: [services], verbs: [get]}');
    expect(refused.stderr).toContain('- {apiGroups: [apps], resources: [deployments], verbs: [get]}');
  });

  it.skipIf(!signs)('a read-only user sees an object of others as one to adopt, with its changes', async () => {
    const namespace = await ownNamespace(cluster);
    await cluster.create(configMap('settings', {a: '0'}, {namespace}));
    const kubeconfigPath = await userOf(cluster, namespace, READ);
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(configMap('settings', {a: '1'}))});
    const {document} = await stack.json<Plan>(['preview']);
    expect(document.changes).toMatchObject([
      {
        action: 'adopt',
        verified: false,
        reason: expect.stringMatching(/^it exists, and this stack does not own it yet; .*cannot patch/),
        blocked: {needs: `--adopt v1:ConfigMap:${namespace}:settings`},
        fields: expect.arrayContaining([expect.objectContaining({path: 'data.a', before: '0', after: '1'})]),
      },
    ]);
  });

  it.skipIf(!signs)(
    'an object that may not be read is not guessed: the server names the missing permission',
    async () => {
      const namespace = await ownNamespace(cluster);
      await cluster.create(configMap('settings', {a: '0'}, {namespace}));
      const kubeconfigPath = await userOf(cluster, namespace, [{...WORK[0], verbs: ['create', 'patch']}]);
      const stack = await makeStack({kubeconfigPath, namespace, files: manifests(configMap('settings', {a: '1'}))});
      const ran = await stack.gantry(['preview']);
      expect(ran).toMatchObject({code: 4, stderr: expect.stringMatching(/cannot get resource \\?"configmaps/)});
    },
  );

  it.skipIf(!signs)('a user who may write only a part of the stack writes nothing of it', async () => {
    const namespace = await ownNamespace(cluster);
    const kubeconfigPath = await userOf(cluster, namespace, [
      ...READ,
      {apiGroups: [''], resources: ['configmaps'], verbs: ['*']},
    ]);
    const stack = await makeStack({kubeconfigPath, namespace, files: application});
    const refused = await stack.gantry(['apply', '--yes']);
    expect(refused.code).toBe(4);
    expect(refused.stderr).toMatch(/cannot patch resource \\?"(services|deployments)/);
    expect(await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'settings'})).toBeUndefined();
  });

  it.skipIf(!signs)('reading alone proves an unchanged object: no dry run is sent', async () => {
    const namespace = await ownNamespace(cluster);
    const stack = await makeStack({
      kubeconfigPath: cluster.kubeconfigPath,
      namespace,
      files: manifests(
        service('web', {ports: [{port: 80, targetPort: 8080}]}),
        deployment('web', {
          resources: {requests: {cpu: '0.5', memory: '1024Mi'}, limits: {cpu: '1000m'}},
          env: [{name: 'EMPTY', value: ''}],
        }),
      ),
    });
    await applied(stack);
    // A dry run of theirs would be forbidden, and the change unverified.
    await stack.write({
      'workspaces/test.yaml': {name: 'test', context: {kubeconfig_path: await userOf(cluster, namespace, READ)}},
    });
    const {document} = await stack.json<Plan>(['preview']);
    expect(document.changes.map(({action, verified, fields}) => ({action, verified, fields}))).toEqual([
      {action: 'unchanged', verified: true, fields: []},
      {action: 'unchanged', verified: true, fields: []},
    ]);
  });

  it.skipIf(!signs)('a user who may neither list nor watch is served object by object', async () => {
    const namespace = await ownNamespace(cluster);
    const verbs = ['get', 'create', 'patch', 'delete'];
    const kubeconfigPath = await userOf(cluster, namespace, [{...WORK[0], verbs}]);
    const stack = await makeStack({kubeconfigPath, namespace, files: application});
    await applied(stack);
    expect(await pendingChanges(stack)).toEqual([]);
    await destroyed(stack);
    expect(await cluster.get({apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'web'})).toBeUndefined();
  });

  it.skipIf(!signs)('a user who may not delete learns it, and the release keeps the objects', async () => {
    const namespace = await ownNamespace(cluster);
    const verbs = ['get', 'list', 'watch', 'create', 'patch'];
    const kubeconfigPath = await userOf(cluster, namespace, [{apiGroups: [''], resources: ['configmaps'], verbs}]);
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(configMap('settings', {a: '1'}))});
    await applied(stack);
    const refused = await stack.gantry(['destroy', '--yes']);
    expect(refused.code).toBe(4);
    expect(await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'settings'})).toBeDefined();
    expect(await stack.gantry(['resource', 'list'])).toMatchObject({stdout: expect.stringContaining('settings')});
  });
});

async function ownNamespace(cluster: Cluster): Promise<string> {
  const name = cluster.freshNamespace();
  await cluster.create(namespaceObject(name));
  return name;
}
