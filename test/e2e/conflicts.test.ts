import {expect, it} from 'vitest';
import {applied, pendingChanges} from '../rig/changes.ts';
import {configMap, deployment, failing, manifests, namespaceObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';

const AUTOSCALER = 'kube-controller-manager';

onCluster('fields that other managers own', (cluster) => {
  const {kubeconfigPath} = cluster;

  it('a Deployment that an autoscaler scaled keeps its replicas, and the plan names the autoscaler', async () => {
    const namespace = cluster.freshNamespace();
    const web = {apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'web'};
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(deployment('web', {replicas: 1}))});
    await applied(stack);
    await cluster.patchAs(AUTOSCALER, web, {spec: {replicas: 2}}, 'scale');

    const yielded = {path: 'spec.replicas', before: 2, after: 1, cause: 'conflict', manager: AUTOSCALER};
    expect(await pendingChanges(stack)).toMatchObject([{fields: [yielded]}]);
    await stack.write(manifests(deployment('web', {replicas: 1, image: 'nginx:1.28'})));
    const [change] = await pendingChanges(stack);
    expect(change).toMatchObject({action: 'update'});
    expect(change?.fields).toContainEqual(expect.objectContaining(yielded));
    await applied(stack);
    expect(await cluster.get(web)).toMatchObject({
      spec: {replicas: 2, template: {spec: {containers: [{image: 'nginx:1.28'}]}}},
    });

    const after = await stack.gantry(['preview', '--exit-code']);
    expect(after.code).toBe(0);
    expect(await stack.gantry(['apply', '--yes'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Nothing to do'),
    });
    expect(await cluster.get(web)).toMatchObject({spec: {replicas: 2}});
  });

  it('scaled replicas are taken back with the id of the object, not with `all`', async () => {
    const namespace = cluster.freshNamespace();
    const web = {apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'web'};
    const id = `apps/v1:Deployment:${namespace}:web`;
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(deployment('web', {replicas: 1}))});
    await applied(stack);
    await cluster.patchAs(AUTOSCALER, web, {spec: {replicas: 2}}, 'scale');
    await applied(stack, ['--force-conflicts', 'all']);
    expect(await cluster.get(web)).toMatchObject({spec: {replicas: 2}});

    const [change] = await pendingChanges(stack, ['--force-conflicts', id]);
    expect(change).toMatchObject({
      action: 'update',
      fields: [{path: 'spec.replicas', before: 2, after: 1, cause: 'conflict', manager: AUTOSCALER}],
    });
    expect(change?.fields[0]).not.toHaveProperty('yielded');
    expect(change).not.toHaveProperty('blocked');
    await applied(stack, ['--force-conflicts', id]);
    expect(await cluster.get(web)).toMatchObject({spec: {replicas: 1}});
    expect(await pendingChanges(stack)).toEqual([]);
  });

  it.each([
    {name: 'empty', maps: {annotations: {}, labels: {}}},
    {name: 'null', maps: {annotations: null, labels: null}},
  ])(
    'an object with $name labels and annotations that kubectl applied on the server is adopted with --adopt alone',
    async ({maps}) => {
      const namespace = cluster.freshNamespace();
      await cluster.create(namespaceObject(namespace));
      const settings = {...configMap('settings', {a: '1'}), metadata: {name: 'settings', namespace, ...maps}};
      await cluster.applyAs('kubectl', settings);
      const id = `v1:ConfigMap:${namespace}:settings`;
      const stack = await makeStack({kubeconfigPath, namespace, files: manifests(settings)});
      const [change] = await pendingChanges(stack);
      expect(change).toMatchObject({id, action: 'adopt', blocked: {needs: `--adopt ${id}`}});
      expect(change?.fields.filter(({cause}) => cause === 'conflict')).toEqual([]);
      await applied(stack, ['--adopt', id]);
      expect(await pendingChanges(stack)).toEqual([]);
    },
  );

  it('a field that a release wanted but never wrote is not taken back', async () => {
    const namespace = cluster.freshNamespace();
    const settings = {apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'settings'};
    const after = {annotations: {'gantry.dev/order': `after apps/v1:Deployment:${namespace}:web`}};
    const stack = await makeStack({
      kubeconfigPath,
      namespace,
      files: manifests(configMap('settings', {a: '1'}, after)),
    });
    await stack.write(manifests(deployment('web'), configMap('settings', {a: '1'}, after)));
    await applied(stack);
    const broken = deployment('web', {annotations: failing('never-ready')});
    await stack.write(manifests(broken, configMap('settings', {a: '1', b: 'ours'}, after)));
    expect((await stack.gantry(['apply', '--yes', '--timeout', '1s'])).code).toBe(6);
    expect((await cluster.get(settings))?.['data']).toEqual({a: '1'});
    await cluster.patchAs('kubectl-edit', settings, {data: {b: 'theirs'}});
    const change = (await pendingChanges(stack)).find(({id}) => id.includes('settings'));
    expect(change).toMatchObject({blocked: {}, fields: [{path: 'data.b', cause: 'conflict', manager: 'kubectl-edit'}]});
  });

  it('a field of another applier is a conflict that names it, and needs a permission', async () => {
    const namespace = cluster.freshNamespace();
    const settings = {apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'settings'};
    const id = `v1:ConfigMap:${namespace}:settings`;
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(configMap('settings', {a: '1'}))});
    await applied(stack);
    await cluster.applyAs('flux', configMap('settings', {a: 'theirs'}, {namespace}));

    expect(await pendingChanges(stack)).toMatchObject([
      {
        action: 'update',
        blocked: {needs: `--force-conflicts ${id}`},
        fields: [{path: 'data.a', before: 'theirs', after: '1', cause: 'conflict', manager: 'flux'}],
      },
    ]);
    const refused = await stack.gantry(['apply', '--yes']);
    expect(refused.code).toBe(5);
    expect(refused.stderr).toContain('data.a');
    expect(refused.stderr).toContain('flux');
    await applied(stack, ['--force-conflicts', id]);
    expect((await cluster.get(settings))?.['data']).toEqual({a: '1'});
    expect(await pendingChanges(stack)).toEqual([]);
  });

  it('a field that the stack never owned is a conflict, too', async () => {
    const namespace = cluster.freshNamespace();
    const settings = {apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'settings'};
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(configMap('settings', {a: '1'}))});
    await applied(stack);
    await cluster.patchAs('kubectl-edit', settings, {data: {b: 'theirs'}});
    await stack.write(manifests(configMap('settings', {a: '1', b: 'ours'})));
    expect(await pendingChanges(stack)).toMatchObject([
      {
        blocked: {},
        fields: [{path: 'data.b', before: 'theirs', after: 'ours', cause: 'conflict', manager: 'kubectl-edit'}],
      },
    ]);
    expect(await stack.gantry(['apply', '--yes'])).toMatchObject({code: 5});
  });

  it('an edit of a released field is drift with manager and time, and is corrected', async () => {
    const namespace = cluster.freshNamespace();
    const web = {apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'web'};
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(deployment('web', {replicas: 1}))});
    await applied(stack);
    await cluster.patchAs('kubectl-edit', web, {spec: {replicas: 3}});

    expect(await pendingChanges(stack)).toMatchObject([
      {
        action: 'update',
        fields: [
          {
            path: 'spec.replicas',
            before: 3,
            after: 1,
            cause: 'drift',
            manager: 'kubectl-edit',
            time: expect.stringMatching(/^\d{4}-/),
          },
        ],
      },
    ]);
    await applied(stack);
    expect(await cluster.get(web)).toMatchObject({spec: {replicas: 1}});
    expect(await pendingChanges(stack)).toEqual([]);
  });

  it('a removal by hand is drift without a manager', async () => {
    const namespace = cluster.freshNamespace();
    const settings = {apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'settings'};
    const stack = await makeStack({
      kubeconfigPath,
      namespace,
      files: manifests(configMap('settings', {a: '1', b: '2'})),
    });
    await applied(stack);
    await cluster.patchAs('kubectl-edit', settings, {data: {b: null}});
    const [change] = await pendingChanges(stack);
    expect(change?.fields).toEqual([{path: 'data.b', after: '2', cause: 'drift', at: expect.anything()}]);
    await applied(stack);
    expect((await cluster.get(settings))?.['data']).toEqual({a: '1', b: '2'});
  });

  it('an edited field that the files also change has the cause spec, and the new value is written', async () => {
    const namespace = cluster.freshNamespace();
    const settings = {apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'settings'};
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(configMap('settings', {a: '1'}))});
    await applied(stack);
    await cluster.patchAs('kubectl-edit', settings, {data: {a: 'edited'}});
    await stack.write(manifests(configMap('settings', {a: '2'})));
    expect(await pendingChanges(stack)).toMatchObject([
      {action: 'update', fields: [{path: 'data.a', before: 'edited', after: '2'}]},
    ]);
    await applied(stack);
    expect((await cluster.get(settings))?.['data']).toEqual({a: '2'});
  });

  it('a list that somebody reordered is unchanged after the next apply', async () => {
    const namespace = cluster.freshNamespace();
    const web = {apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'web'};
    const [a, b] = [
      {name: 'A', value: '1'},
      {name: 'B', value: '2'},
    ];
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(deployment('web', {env: [a, b]}))});
    await applied(stack);
    const containers = [{name: 'app', image: 'nginx:1.27', env: [b, {name: 'THEIRS', value: 'x'}, a]}];
    await cluster.patchAs('kubectl-edit', web, {spec: {template: {spec: {containers}}}});
    await applied(stack);
    expect(await pendingChanges(stack)).toMatchObject([{action: 'unchanged', fields: [{cause: 'added'}]}]);
    expect(JSON.stringify(await cluster.get(web))).toContain('THEIRS');
  });

  it('managed fields that somebody wiped are restored, and nothing else changes', async () => {
    const namespace = cluster.freshNamespace();
    const web = {apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'web'};
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(deployment('web', {replicas: 1}))});
    await applied(stack);
    await cluster.patchAs('somebody', web, {metadata: {managedFields: [{}]}});
    const [change] = await pendingChanges(stack);
    expect(change).toMatchObject({action: 'update', fields: [{path: 'metadata.managedFields', cause: 'ownership'}]});
    await applied(stack);
    expect(await pendingChanges(stack)).toEqual([]);
    expect(await cluster.get(web)).toMatchObject({metadata: {generation: 1}});
  });
});
