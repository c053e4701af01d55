import {expect, it} from 'vitest';
import {applyAfter} from '../rig/apply-by-hand.ts';
import {applied, pendingChanges} from '../rig/changes.ts';
import {frontDoor} from '../rig/front-door.ts';
import {configMap, deployment, manifests} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';

onCluster('changes between preview and write', (cluster) => {
  const {kubeconfigPath} = cluster;
  const stays = configMap('stays', {a: '1'});

  it('an object that was created again makes the apply stale', async () => {
    const namespace = cluster.freshNamespace();
    const settings = {apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'settings'};
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(configMap('settings', {a: '1'}))});
    await applied(stack);
    await stack.write(manifests(configMap('settings', {a: '2'})));
    const ran = await applyAfter(stack, async () => {
      await cluster.delete(settings);
      await cluster.create(configMap('settings', {theirs: 'x'}, {namespace}));
    });
    expect(ran).toMatchObject({code: 5, failure: {causes: [{code: 'plan/stale'}]}});
    expect((await cluster.get(settings))?.['data']).toEqual({theirs: 'x'});
  });

  it('an object that somebody deleted is not created again silently', async () => {
    const namespace = cluster.freshNamespace();
    const settings = {apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'settings'};
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(configMap('settings', {a: '1'}))});
    await applied(stack);
    await stack.write(manifests(configMap('settings', {a: '2'})));
    const ran = await applyAfter(stack, () => cluster.delete(settings));
    expect(ran).toMatchObject({code: 5, failure: {causes: [{code: 'plan/stale'}]}});
    expect(await cluster.get(settings)).toBeUndefined();
  });

  it.for([
    {title: 'once', times: 1},
    {title: 'all the time', times: Infinity},
  ])(
    'a write of a controller between the read and the dry run, $title, is not shown as a change of the stack',
    async ({times}) => {
      const namespace = cluster.freshNamespace();
      const settings = {apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'settings'};
      let [asked, written] = [0, 0];
      const door = await frontDoor({
        kubeconfigPath,
        of: '/configmaps/',
        delayMs: 0,
        before: async (request) => {
          if (!/^PATCH .*\/settings\?.*dryRun=All/.test(request)) return;
          asked++;
          if (written >= times) return;
          await cluster.patchAs('kube-controller-manager', settings, {metadata: {annotations: {seen: `${written++}`}}});
        },
      });
      const files = manifests(configMap('settings', {a: '1'}));
      const stack = await makeStack({kubeconfigPath: door.kubeconfigPath, namespace, files});
      await applied(stack);
      await stack.write(manifests(configMap('settings', {a: '2'})));
      [asked, written] = [0, 0];
      const [change] = await pendingChanges(stack);
      if (times === 1) expect(change?.fields.map(({path}) => path)).toEqual(['data.a']);
      expect(change?.fields).toContainEqual(expect.objectContaining({path: 'data.a', before: '1', after: '2'}));
      expect(asked).toBeLessThanOrEqual(4);
    },
  );

  it('replicas that somebody scales stop the apply', async () => {
    const namespace = cluster.freshNamespace();
    const web = {apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'web'};
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(deployment('web', {replicas: 1}))});
    await applied(stack);
    await stack.write(manifests(deployment('web', {replicas: 1, image: 'nginx:1.28'})));
    const ran = await applyAfter(stack, () => cluster.patchAs('kubectl', web, {spec: {replicas: 2}}, 'scale'));
    expect(ran).toMatchObject({
      code: 5,
      failure: {causes: [{code: 'plan/stale', resource: `apps/v1:Deployment:${namespace}:web`}]},
    });
    expect(await cluster.get(web)).toMatchObject({
      spec: {replicas: 2, template: {spec: {containers: [{image: 'nginx:1.27'}]}}},
    });
  });

  it('a new status or a status of another manager makes no plan stale', async () => {
    const namespace = cluster.freshNamespace();
    const web = {apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'web'};
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(deployment('web', {replicas: 1}))});
    await applied(stack);
    await stack.write(manifests(deployment('web', {replicas: 1, image: 'nginx:1.28'})));
    const condition = {type: 'Seen', status: 'True', reason: 'Test', message: ''};
    const ran = await applyAfter(stack, () =>
      cluster.patchAs('other', web, {status: {conditions: [condition]}}, 'status'),
    );
    expect(ran).toMatchObject({code: 0});
    expect(await pendingChanges(stack)).toEqual([]);
  });

  it('a controller that writes the status all the time does not stop an apply', async () => {
    const namespace = cluster.freshNamespace();
    const web = {apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'web'};
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(deployment('web', {replicas: 1}))});
    await applied(stack);
    await stack.write(manifests(deployment('web', {replicas: 1, image: 'nginx:1.28'})));
    const over = new AbortController();
    const writing = (async () => {
      for (let count = 0; !over.signal.aborted; count++) {
        const condition = {type: 'Seen', status: 'True', reason: `R${count}`, message: ''};
        await cluster.patchAs('busy', web, {status: {conditions: [condition]}}, 'status');
      }
    })();
    const ran = await stack.gantry(['apply', '--yes', '--no-wait']);
    over.abort();
    await writing;
    expect(ran, ran.stderr).toMatchObject({code: 0});
    expect(await cluster.get(web)).toMatchObject({spec: {template: {spec: {containers: [{image: 'nginx:1.28'}]}}}});
  });

  it('an object that another stack creates first stays as that stack created it', async () => {
    const namespace = cluster.freshNamespace();
    const settings = {apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'settings'};
    const [first, second] = [
      await makeStack({kubeconfigPath, namespace, files: manifests(configMap('settings', {a: 'first', b: '1'}))}),
      await makeStack({kubeconfigPath, namespace, name: 'late', files: manifests(configMap('of-late', {a: '1'}))}),
    ];
    await applied(second);
    await second.write(manifests(configMap('of-late', {a: '1'}), configMap('settings', {a: 'second'})));
    const ran = await applyAfter(second, () => applied(first));
    expect(ran).toMatchObject({code: 5, failure: {causes: [{code: 'plan/stale'}]}});
    expect(await cluster.get(settings)).toMatchObject({data: {a: 'first', b: '1'}});
    expect(await pendingChanges(first)).toEqual([]);
  });

  it('an object that somebody else creates first is not taken over', async () => {
    const namespace = cluster.freshNamespace();
    const settings = {apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'settings'};
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(configMap('first', {a: '1'}))});
    await applied(stack);
    await stack.write(manifests(configMap('first', {a: '1'}), configMap('settings', {a: '1'})));
    const ran = await applyAfter(stack, () => cluster.create(configMap('settings', {theirs: 'x'}, {namespace})));
    expect([5, 6]).toContain(ran.code);
    expect(ran).toMatchObject({failure: {causes: [{code: 'plan/stale'}]}});
    const live = await cluster.get(settings);
    expect(live?.['data']).toEqual({theirs: 'x'});
    expect(JSON.stringify(live?.['metadata'])).not.toContain('gantry.dev/');
    expect(await pendingChanges(stack)).toMatchObject([{action: 'adopt', blocked: {}}]);
  });

  it.each([
    {name: 'protects', metadata: {annotations: {'gantry.dev/protect': 'true'}}},
    {name: 'takes over', metadata: {labels: {'gantry.dev/lineage': 'theirs'}}},
  ])('an object that somebody $name before its deletion stays', async ({metadata}) => {
    const namespace = cluster.freshNamespace();
    const settings = {apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'settings'};
    const stack = await makeStack({
      kubeconfigPath,
      namespace,
      files: manifests(configMap('settings', {a: '1'}), stays),
    });
    await applied(stack);
    await stack.write(manifests(stays));
    const ran = await applyAfter(stack, () => cluster.patchAs('somebody', settings, {metadata}));
    expect(ran).toMatchObject({code: 5, failure: {causes: [{code: 'plan/stale'}]}});
    expect(await cluster.get(settings)).toBeDefined();
  });

  it('an object that somebody only edits before its deletion is deleted', async () => {
    const namespace = cluster.freshNamespace();
    const web = {apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'web'};
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(deployment('web'), stays)});
    await applied(stack);
    await stack.write(manifests(stays));
    const ran = await applyAfter(stack, () => cluster.patchAs('kubectl', web, {spec: {replicas: 2}}, 'scale'));
    expect(ran.code).toBe(0);
    expect(await cluster.get(web)).toBeUndefined();
  });
});
