import {describe, expect, inject, it, vi} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import {NO_PERMISSIONS} from '../../src/core/plan/permissions.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import {DEDUCED} from '../../src/kubernetes/fields/schema.ts';
import {takeOver} from '../../src/kubernetes/plan/take-over.ts';
import {applyAfter} from '../rig/apply-by-hand.ts';
import {applied, pendingChanges} from '../rig/changes.ts';
import type {Cluster} from '../rig/cluster.ts';
import {configMap, deployment, manifests, namespaceObject, widgetDefinition} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {beforeAllBuild, kubectlApply, MAKERS} from '../rig/other-tools.ts';
import {makeStack} from '../rig/stack.ts';
import {userOf} from '../rig/user.ts';

const ADOPT = ['--adopt', 'all'];

const maker = (name: string) => MAKERS.find((one) => one.name === name)?.make ?? expect.unreachable();

const names = (namespace: string) => ({
  web: {apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'web'},
  settings: {apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'settings'},
  job: {apiVersion: 'batch/v1', kind: 'Job', namespace, name: 'once'},
  claim: {apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace, name: 'data'},
});

onCluster('take-over from older tools', (cluster) => {
  beforeAllBuild('kubectl', 'helm', 'helm4');
  const {kubeconfigPath} = cluster;
  const given = inject('cluster');
  const signs = given.kind === 'up' && given.signsUsers;

  describe.each(MAKERS)('take-over after $name', ({make}) => {
    it('a removed field with a default is shown as the default that it becomes', async () => {
      const namespace = await freshNamespace(cluster);
      const probe = {httpGet: {path: '/', port: 80}, periodSeconds: 7};
      const made = withSpec(deployment('web', {replicas: 2, imagePullPolicy: 'Always', livenessProbe: probe}), {
        strategy: {rollingUpdate: {maxSurge: 3}},
        minReadySeconds: 1,
      });
      await make({cluster, namespace, objects: [made]});
      const stack = await makeStack({kubeconfigPath, namespace, files: manifests(deployment('web'))});
      const [change] = await pendingChanges(stack, ADOPT);
      const loud = change?.fields.filter(({cause}) => cause === 'takeover') ?? [];
      const container = 'spec.template.spec.containers[name="app"]';
      expect(Object.fromEntries(loud.map(({path, after}) => [path, after]))).toEqual({
        'spec.replicas': 1,
        'spec.minReadySeconds': undefined,
        'spec.strategy.rollingUpdate.maxSurge': '25%',
        [`${container}.imagePullPolicy`]: 'IfNotPresent',
        [`${container}.livenessProbe`]: undefined,
      });
      await applied(stack, ADOPT);
      expect(await pendingChanges(stack)).toEqual([]);
      const live = await cluster.get(names(namespace).web);
      expect(live).toMatchObject({
        spec: {
          replicas: 1,
          strategy: {rollingUpdate: {maxSurge: '25%', maxUnavailable: '25%'}},
          template: {spec: {containers: [{imagePullPolicy: 'IfNotPresent'}]}},
        },
      });
      expect(JSON.stringify(live?.['spec'])).not.toMatch(/livenessProbe|minReadySeconds/);
    });

    it('a value that the manifests change at the same time is a change of the user, without a second permission', async () => {
      const namespace = await freshNamespace(cluster);
      await make({cluster, namespace, objects: [configMap('settings', {a: '1', b: '2'})]});
      const stack = await makeStack({kubeconfigPath, namespace, files: manifests(configMap('settings', {a: 'new'}))});
      const [change] = await pendingChanges(stack, ADOPT);
      expect(change).not.toHaveProperty('blocked');
      expect(change?.fields).toContainEqual(
        expect.objectContaining({path: 'data.a', before: '1', after: 'new', cause: 'spec'}),
      );
      await applied(stack, ADOPT);
      expect((await cluster.get(names(namespace).settings))?.['data']).toEqual({a: 'new'});
    });

    it('an ignored field stays as the other tool left it', async () => {
      const namespace = await freshNamespace(cluster);
      await make({cluster, namespace, objects: [configMap('settings', {a: '1', b: '2', c: '3'})]});
      const stack = await makeStack({kubeconfigPath, namespace, files: manifests(configMap('settings', {a: '1'}))});
      const ignoring = [...ADOPT, '--ignore', 'data.b'];
      const [change] = await pendingChanges(stack, ignoring);
      expect(change?.fields.filter(({cause}) => cause !== 'ownership').map(({path}) => path)).toEqual(['data.c']);
      await applied(stack, ignoring);
      expect((await cluster.get(names(namespace).settings))?.['data']).toEqual({a: '1', b: '2'});
    });

    it('without permission everything is shown, and nothing is written', async () => {
      const namespace = await freshNamespace(cluster);
      await make({cluster, namespace, objects: [configMap('settings', {a: '1', b: '2'})]});
      const stack = await makeStack({kubeconfigPath, namespace, files: manifests(configMap('settings', {a: '1'}))});
      const before = await cluster.get(names(namespace).settings);
      const [change] = await pendingChanges(stack);
      expect(change).toMatchObject({blocked: {needs: `--adopt v1:ConfigMap:${namespace}:settings`}});
      expect(change?.fields).toContainEqual(expect.objectContaining({path: 'data.b', cause: 'takeover'}));
      expect((await stack.gantry(['apply', '--yes'])).code).toBe(5);
      await pendingChanges(stack, ADOPT);
      expect(await cluster.get(names(namespace).settings)).toEqual(before);
    });

    it('a field that a person changed is a conflict, and scaled replicas stay as they are', async () => {
      const namespace = await freshNamespace(cluster);
      const {web, settings} = names(namespace);
      const objects = [deployment('web', {replicas: 1}), configMap('settings', {a: '1', b: '2'})];
      await make({cluster, namespace, objects});
      await cluster.patchAs('kubectl-edit', settings, {data: {a: 'edited', b: 'edited'}});
      await cluster.patchAs('kubectl', web, {spec: {replicas: 2}}, 'scale');
      const files = manifests(deployment('web', {replicas: 1}), configMap('settings', {a: '1'}));
      const stack = await makeStack({kubeconfigPath, namespace, files});
      const changes = await pendingChanges(stack, ADOPT);
      expect(changes).toMatchObject([
        {fields: expect.arrayContaining([expect.objectContaining({path: 'spec.replicas', yielded: true})])},
        {blocked: {needs: `--force-conflicts v1:ConfigMap:${namespace}:settings`}},
      ]);
      // What the files no longer name is the person's, and stays.
      expect(changes[1]?.fields.filter(({cause}) => cause !== 'ownership' && cause !== 'added')).toEqual([
        expect.objectContaining({
          path: 'data.a',
          before: 'edited',
          after: '1',
          cause: 'conflict',
          manager: 'kubectl-edit',
        }),
      ]);
      await applied(stack, [...ADOPT, '--force-conflicts', 'all']);
      expect((await cluster.get(settings))?.['data']).toEqual({a: '1', b: 'edited'});
      expect(await cluster.get(web)).toMatchObject({spec: {replicas: 2}});
    });
  });

  it('an object of kubectl create and kubectl apply counts as one manifest', async () => {
    const namespace = await freshNamespace(cluster);
    const before = configMap('settings', {a: '1', b: '2'}, {namespace});
    await cluster.createAs('kubectl-create', before);
    await kubectlApply({cluster, namespace, objects: [before]});
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(configMap('settings', {a: '3'}))});
    await applied(stack, ADOPT);
    const live = await cluster.get(names(namespace).settings);
    expect(live?.['data']).toEqual({a: '3'});
    expect(JSON.stringify(live)).not.toContain('last-applied');
    expect(await pendingChanges(stack)).toEqual([]);
  });

  it.each(['Helm 3', 'Kusion'])(
    'an object of %s with permanent defaults of the server is adopted without a change',
    async (name) => {
      const namespace = await freshNamespace(cluster);
      const template = {spec: {restartPolicy: 'Never', containers: [{name: 'app', image: 'app:1'}]}};
      const objects = [
        {apiVersion: 'batch/v1', kind: 'Job', metadata: {name: 'once', labels: {old: 'yes'}}, spec: {template}},
        {
          apiVersion: 'v1',
          kind: 'PersistentVolumeClaim',
          metadata: {name: 'data', labels: {old: 'yes'}},
          spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '1Gi'}}},
        },
      ];
      await maker(name)({cluster, namespace, objects});
      if (name === 'Helm 3') await deleteRelease(cluster, namespace);
      const files = manifests(...objects.map((object) => ({...object, metadata: {name: object.metadata.name}})));
      const stack = await makeStack({kubeconfigPath, namespace, files});
      for (const change of await pendingChanges(stack, ADOPT)) {
        expect(change).toMatchObject({action: 'adopt', verified: true});
        expect(change.fields.filter(({cause}) => cause !== 'ownership')).toEqual([
          expect.objectContaining({path: 'metadata.labels.old', before: 'yes', cause: 'takeover'}),
        ]);
      }
      await applied(stack, ADOPT);
      expect(await pendingChanges(stack)).toEqual([]);
      expect(JSON.stringify(await cluster.get(names(namespace).job))).not.toContain('"old"');
    },
  );

  it('an unreadable Helm release is named, and the fields of its managed fields entry are taken over', async () => {
    const namespace = await freshNamespace(cluster);
    await maker('Helm 3')({cluster, namespace, objects: [configMap('settings', {a: '1', b: '2'}), deployment('web')]});
    await deleteRelease(cluster, namespace);
    const stack = await makeStack({
      kubeconfigPath,
      namespace,
      files: manifests(configMap('settings', {a: '1'}), deployment('web')),
    });
    const changes = await pendingChanges(stack, ADOPT);
    expect(changes.map(({reason}) => reason)).toEqual([
      expect.stringContaining(`the Helm release ${namespace}/shop has no Secret or ConfigMap that records it`),
      expect.stringContaining(`the Helm release ${namespace}/shop has no Secret or ConfigMap that records it`),
    ]);
    expect(changes.flatMap(({fields}) => fields.filter(({cause}) => cause !== 'ownership'))).toEqual([
      {path: 'data.b', before: '2', cause: 'takeover', manager: 'helm'},
    ]);
    await applied(stack, ADOPT);
    expect((await cluster.get(names(namespace).settings))?.['data']).toEqual({a: '1'});
    expect(await pendingChanges(stack)).toEqual([]);
  });

  it.skipIf(!signs)('a user who may not read the Helm release can adopt, and gets a note', async () => {
    const namespace = await freshNamespace(cluster);
    await maker('Helm 3')({cluster, namespace, objects: [configMap('settings', {a: '1', b: '2'})]});
    const mine = await userOf(cluster, namespace, [{apiGroups: [''], resources: ['configmaps'], verbs: ['*']}]);
    const files = manifests(configMap('settings', {a: '1'}));
    const stack = await makeStack({kubeconfigPath: mine, namespace, files});
    expect(await pendingChanges(stack, ADOPT)).toMatchObject([
      {reason: expect.stringContaining(`the Helm release ${namespace}/shop could not be read (HTTP 403)`)},
    ]);
    await applied(stack, ADOPT);
    expect((await cluster.get(names(namespace).settings))?.['data']).toEqual({a: '1'});
  });

  it.each(['Helm 3', 'Helm 4'])(
    'the release of %s is kept, with one warning that it still lists the objects',
    async (name) => {
      const namespace = await freshNamespace(cluster);
      const objects = [configMap('settings', {a: '1'}), configMap('other', {a: '1'})];
      await maker(name)({cluster, namespace, objects});
      const stack = await makeStack({kubeconfigPath, namespace, files: manifests(...objects)});
      const {document} = await stack.json<Plan>(['preview', ...ADOPT]);
      expect(document.diagnostics).toEqual([
        expect.objectContaining({severity: 'warning', message: expect.stringContaining('helm uninstall shop')}),
      ]);
      await applied(stack, ADOPT);
      expect(await cluster.get(releaseSecret(namespace))).toBeDefined();
      expect((await stack.json<Plan>(['preview'])).document.diagnostics).toEqual([]);
    },
  );

  it.skipIf(!signs)("a read-only user sees no value of a Secret whose only annotation is kubectl's copy", async () => {
    const namespace = await freshNamespace(cluster);
    const canary = 'canary-51d2e0c4';
    const login = (stringData: JsonObject): JsonObject => ({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: {name: 'login'},
      stringData,
    });
    await kubectlApply({cluster, namespace, objects: [login({user: 'me', password: canary})]});
    const reads = [{apiGroups: [''], resources: ['secrets', 'namespaces'], verbs: ['get', 'list']}];
    const reader = await userOf(cluster, namespace, reads);
    const stack = await makeStack({kubeconfigPath: reader, namespace, files: manifests(login({user: 'me'}))});
    for (const form of [[], ['--detail'], ['-o', 'json'], ['-o', 'markdown']]) {
      const {stdout, stderr} = await stack.gantry(['preview', ...form]);
      expect(stdout).toContain('data.password');
      expect(stdout + stderr).not.toContain(canary);
      expect(stdout + stderr).not.toContain(Buffer.from(canary).toString('base64'));
    }
  });

  it('kubectl apply on an owned object is drift, and is corrected together with its annotation', async () => {
    const namespace = await freshNamespace(cluster);
    const {settings} = names(namespace);
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(configMap('settings', {a: '1'}))});
    await applied(stack);
    await kubectlApply({cluster, namespace, objects: [configMap('settings', {a: 'theirs', b: '2'})]});
    const [change] = await pendingChanges(stack);
    expect(change).toMatchObject({action: 'update'});
    expect(change).not.toHaveProperty('blocked');
    const by = {cause: 'drift', manager: 'kubectl-client-side-apply', time: expect.any(String)};
    expect(change?.fields).toEqual([
      expect.objectContaining({path: 'data.a', before: 'theirs', after: '1', ...by}),
      {path: 'data.b', before: '2', ...by},
      {
        path: 'metadata.annotations["kubectl.kubernetes.io/last-applied-configuration"]',
        before: '***',
        sensitive: true,
        ...by,
      },
    ]);
    await applied(stack);
    expect(await pendingChanges(stack)).toEqual([]);
    const live = await cluster.get(settings);
    expect(live?.['data']).toEqual({a: '1'});
    expect(JSON.stringify(live)).not.toContain('last-applied');
  });

  it('the next run adopts an object as it was shown, after a run that ended between the two writes', async () => {
    const namespace = await freshNamespace(cluster);
    const {settings} = names(namespace);
    await maker('kubectl apply')({cluster, namespace, objects: [configMap('settings', {a: '1', b: '2'})]});
    const live = (await cluster.get(settings)) ?? expect.unreachable();
    const desired = configMap('settings', {a: '1'});
    const plan = takeOver({live, desired, schema: DEDUCED, adopting: true, released: undefined});
    const value = plan?.managedFields ?? expect.unreachable();
    await cluster.jsonPatch(settings, [{op: 'replace', path: '/metadata/managedFields', value}]);
    expect(await cluster.get(settings)).toMatchObject({data: {a: '1', b: '2'}});

    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(desired)});
    const [blocked] = await pendingChanges(stack);
    expect(blocked).toMatchObject({action: 'adopt', blocked: {needs: `--adopt v1:ConfigMap:${namespace}:settings`}});
    const [change] = await pendingChanges(stack, ADOPT);
    expect(change?.fields.filter(({cause}) => cause !== 'ownership')).toEqual([
      expect.objectContaining({path: 'data.b', before: '2'}),
    ]);
    await applied(stack, ADOPT);
    expect(await pendingChanges(stack)).toEqual([]);
    const after = await cluster.get(settings);
    expect(after?.['data']).toEqual({a: '1'});
    expect(JSON.stringify(after)).not.toContain('last-applied');
  });

  it('an object from before managed fields loses only what kubectl last applied', async () => {
    const namespace = await freshNamespace(cluster);
    const {settings} = names(namespace);
    await maker('kubectl apply')({cluster, namespace, objects: [configMap('settings', {a: '1', b: '2'})]});
    await cluster.patchAs('kubectl-edit', settings, {data: {theirs: '3'}});
    await cluster.jsonPatch(settings, [{op: 'replace', path: '/metadata/managedFields', value: [{}]}]);
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(configMap('settings', {a: '1'}))});
    const [change] = await pendingChanges(stack, ADOPT);
    expect(change?.fields.filter(({cause}) => cause !== 'ownership')).toEqual([
      {path: 'data.b', before: '2', cause: 'takeover', manager: 'kubectl-client-side-apply'},
    ]);
    await applied(stack, ADOPT);
    expect(await pendingChanges(stack)).toEqual([]);
    const live = await cluster.get(settings);
    expect(live?.['data']).toEqual({a: '1', theirs: '3'});
    expect(JSON.stringify(live)).not.toContain('last-applied');
  });

  it.each(MAKERS)('custom objects and lists without keys are taken over, too: $name', async ({make}) => {
    const namespace = await freshNamespace(cluster);
    const group = `${namespace}.example.dev`;
    const free = {type: 'object', 'x-kubernetes-preserve-unknown-fields': true} as const;
    const definition = widgetDefinition({
      group,
      schema: {type: 'object', properties: {size: {type: 'integer', default: 3}, free}},
    });
    cluster.deleteAtEnd({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      name: `widgets.${group}`,
    });
    await cluster.create(definition);
    const widget = (spec: JsonObject): JsonObject => ({
      apiVersion: `${group}/v1`,
      kind: 'Widget',
      metadata: {name: 'w'},
      spec,
    });
    const ref = {apiVersion: `${group}/v1`, kind: 'Widget', namespace, name: 'w'};
    const objects = [widget({size: 5, free: {list: [1, 2], deep: {a: 1, b: 2}}})];
    // A definition is served a moment after it was made.
    await vi.waitFor(() => make({cluster, namespace, objects}), {timeout: 20_000, interval: 500});
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(widget({free: {deep: {a: 1}}}))});
    const [change] = await pendingChanges(stack, ADOPT);
    expect(change?.fields.filter(({cause}) => cause !== 'ownership')).toMatchObject([
      {path: 'spec.free.deep.b', before: 2, cause: 'takeover'},
      {path: 'spec.free.list', before: [1, 2], cause: 'takeover'},
      {path: 'spec.size', before: 5, after: 3, cause: 'takeover'},
    ]);
    await applied(stack, ADOPT);
    expect(await pendingChanges(stack)).toEqual([]);
    expect((await cluster.get(ref))?.['spec']).toEqual({size: 3, free: {deep: {a: 1}}});
  });

  it.each([
    {name: 'a value', edit: {data: {a: 'edited'}}},
    {name: 'a label', edit: {metadata: {labels: {x: 'y'}}}},
  ])('an object that changed after the preview is not written: $name', async ({edit}) => {
    const namespace = await freshNamespace(cluster);
    const {settings} = names(namespace);
    await maker('Helm 3')({cluster, namespace, objects: [configMap('settings', {a: '1', b: '2'})]});
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(configMap('settings', {a: '1'}))});
    let moved: JsonObject | undefined;
    const ran = await applyAfter(
      stack,
      async () => {
        await cluster.patchAs('kubectl-edit', settings, edit);
        moved = await cluster.get(settings);
      },
      {...NO_PERMISSIONS, adopt: ['all']},
    );
    expect(ran).toMatchObject({code: 5, failure: {causes: [{code: 'plan/stale'}]}});
    expect(await cluster.get(settings)).toEqual(moved);
  });

  it('an older tool that still owns equal fields gives them up', async () => {
    const namespace = await freshNamespace(cluster);
    const {settings} = names(namespace);
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(configMap('settings', {a: '1'}))});
    await cluster.createAs('helm', configMap('settings', {a: '1'}, {namespace}));
    await applied(stack, ADOPT);
    // As a Gantry that knew nothing of take-over would have left it.
    await cluster.patchAs('helm', settings, {data: {a: '2'}});
    await cluster.patchAs('helm', settings, {data: {a: '1'}});
    expect(await pendingChanges(stack)).toMatchObject([
      {action: 'update', reason: 'only the ownership of its fields changes'},
    ]);
    await applied(stack);
    expect(await pendingChanges(stack)).toEqual([]);
    expect(JSON.stringify(await cluster.get(settings))).not.toContain('"manager":"helm"');
  });
});

async function deleteRelease(cluster: Cluster, namespace: string): Promise<void> {
  await cluster.delete(releaseSecret(namespace));
}

const releaseSecret = (namespace: string) =>
  ({apiVersion: 'v1', kind: 'Secret', namespace, name: 'sh.helm.release.v1.shop.v1'}) as const;

const withSpec = (object: JsonObject, spec: JsonObject): JsonObject => ({
  ...object,
  spec: {...(object['spec'] as JsonObject), ...spec},
});

async function freshNamespace(cluster: Cluster): Promise<string> {
  const namespace = cluster.freshNamespace();
  await cluster.create(namespaceObject(namespace));
  return namespace;
}
