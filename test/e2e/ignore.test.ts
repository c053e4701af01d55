import {expect, inject, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import {applied, pendingChanges} from '../rig/changes.ts';
import {configMap, deployment, manifests} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack, type Stack} from '../rig/stack.ts';
import {userOf} from '../rig/user.ts';

onCluster('ignored fields', (cluster) => {
  const {kubeconfigPath} = cluster;
  const given = inject('cluster');
  const signs = given.kind === 'up' && given.signsUsers;
  const apps = (namespace: string, name = 'web') => ({apiVersion: 'apps/v1', kind: 'Deployment', namespace, name});
  const map = (namespace: string) => ({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'settings'});

  it('a field that another manager scales is neither shown nor taken back, and asks no question again', async () => {
    // Another spelling than the server's: only the record of the last apply tells that nothing differs.
    const resources = {requests: {cpu: '1000m'}};
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({
      kubeconfigPath,
      namespace,
      files: manifests(deployment('web', {replicas: 2, resources})),
    });
    await rules(stack, namespace, [{path: 'spec.replicas', kind: 'Deployment'}]);
    await applied(stack);
    expect(await cluster.get(apps(namespace))).toMatchObject({spec: {replicas: 2}});
    await cluster.patchAs('my-scaler', apps(namespace), {spec: {replicas: 4}});
    // A dry run of someone who may only read would be refused, and the change unverified.
    const reads = [{apiGroups: ['apps'], resources: ['deployments'], verbs: ['get', 'list']}];
    const reader = signs ? await userOf(cluster, namespace, reads) : kubeconfigPath;
    const untouched = [{action: 'unchanged', verified: true, fields: []}];
    await stack.write(workspaceOf(reader));
    expect(await quiet(stack)).toEqual(untouched);
    await stack.write(workspaceOf(kubeconfigPath));
    await stack.write(manifests(deployment('web', {replicas: 3, image: 'nginx:1.28', resources})));
    const [change] = await pendingChanges(stack);
    const changed = change?.fields.map(({path}) => path);
    expect(changed).toContain('spec.template.spec.containers[name="app"].image');
    expect(changed).not.toContain('spec.replicas');
    await applied(stack);
    expect(await cluster.get(apps(namespace))).toMatchObject({
      spec: {replicas: 4, template: {spec: {containers: [{image: 'nginx:1.28'}]}}},
    });
    await cluster.patchAs('my-scaler', apps(namespace), {spec: {replicas: 5}});
    await stack.write(workspaceOf(reader));
    expect(await quiet(stack)).toEqual(untouched);
  });

  it('a value that only Gantry owns is kept when the file changes or drops an ignored field', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({
      kubeconfigPath,
      namespace,
      files: manifests(configMap('settings', {kept: '1', ours: '1'})),
    });
    await applied(stack);
    await rules(stack, namespace, [{path: 'data.kept', name: 'settings'}]);
    await stack.write(manifests(configMap('settings', {kept: '2', ours: '1'})));
    expect(await pendingChanges(stack)).toEqual([]);
    await stack.write(manifests(configMap('settings', {ours: '2'})));
    await applied(stack);
    expect(await cluster.get(map(namespace))).toMatchObject({data: {kept: '1', ours: '2'}});
    expect(await pendingChanges(stack)).toEqual([]);
    await rules(stack, namespace, []);
    expect((await pendingChanges(stack)).flatMap(({fields}) => fields.map(({path}) => path))).toEqual(['data.kept']);
  });

  it('a change that an ignore rule held back is shown when the rule is removed', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({
      kubeconfigPath,
      namespace,
      files: manifests(configMap('settings', {kept: '1', ours: '1'})),
    });
    await applied(stack);
    await rules(stack, namespace, [{path: 'data.kept'}]);
    await stack.write(manifests(configMap('settings', {kept: '2', ours: '2'})));
    // Written, with the value that is kept: the release must not say that the other one was.
    await applied(stack);
    await rules(stack, namespace, []);
    const [change] = await pendingChanges(stack);
    expect(change?.fields).toMatchObject([{path: 'data.kept', before: '1', after: '2'}]);
  });

  it('an item that leaves the file is removed together with its ignored field', async () => {
    const namespace = cluster.freshNamespace();
    const env = (...names: readonly string[]) => names.map((name) => ({name, value: '1'}));
    const web = (...names: readonly string[]) => manifests(deployment('web', {env: env(...names)}));
    const stack = await makeStack({kubeconfigPath, namespace, files: web('A', 'B')});
    const values = 'spec.template.spec.containers[*].env[*].value';
    await rules(stack, namespace, [{path: values}]);
    await applied(stack);
    await stack.write(web('A'));
    const [change] = await pendingChanges(stack);
    expect(change?.fields).toMatchObject([{path: 'spec.template.spec.containers[name="app"].env[name="B"]'}]);
    await applied(stack);
    const envOf = async () => JSON.stringify((await cluster.get(apps(namespace)))?.['spec']);
    expect(await envOf()).not.toContain('"B"');
    // A rule about the items themselves leaves them, too.
    await stack.write(web('A', 'C'));
    await applied(stack);
    await rules(stack, namespace, [{path: 'spec.template.spec.containers[*].env'}]);
    await stack.write(web('A'));
    expect(await pendingChanges(stack)).toEqual([]);
  });

  it('an object that is created again keeps the ignored fields that others have set', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(deployment('web', {replicas: 2}))});
    const left = [{path: 'spec.replicas'}, {path: 'spec.template.spec.containers[*].image'}];
    await rules(stack, namespace, left);
    await applied(stack);
    const theirs = {replicas: 4, template: {spec: {containers: [{name: 'app', image: 'nginx:1.29'}]}}};
    await cluster.patchAs('updater', apps(namespace), {spec: theirs});
    await stack.write(manifests(deployment('web', {replicas: 2, selector: 'other'})));
    const [change] = await pendingChanges(stack);
    expect(change).toMatchObject({action: 'replace'});
    expect(change?.fields.map(({path}) => path)).toEqual(['spec.selector', 'spec.template.metadata.labels.app']);
    await applied(stack, ['--allow-replace', 'all']);
    expect(await cluster.get(apps(namespace))).toMatchObject({
      spec: {...theirs, selector: {matchLabels: {app: 'other'}}},
    });
    expect(await pendingChanges(stack)).toEqual([]);
    await rules(stack, namespace, []);
    const [wanted] = await pendingChanges(stack);
    expect(wanted?.fields).toMatchObject([
      {path: 'spec.replicas', before: 4, after: 2},
      {path: 'spec.template.spec.containers[name="app"].image', before: 'nginx:1.29', after: 'nginx:1.27'},
    ]);
  });

  it('a flag ignores one field of all items of a list', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(deployment('web'))});
    await applied(stack);
    await cluster.patchAs('image-updater', apps(namespace), {
      spec: {template: {spec: {containers: [{name: 'app', image: 'nginx:1.29'}]}}},
    });
    const images = 'spec.template.spec.containers[*].image';
    expect(await pendingChanges(stack)).toHaveLength(1);
    expect(await pendingChanges(stack, ['--ignore', images])).toEqual([]);
    expect(await pendingChanges(stack, ['--ignore', `Deployment:${images}`])).toEqual([]);
    expect(await pendingChanges(stack, ['--ignore', `apps/v1:Deployment:${namespace}:web:${images}`])).toEqual([]);
    expect(await pendingChanges(stack, ['--ignore', `StatefulSet:${images}`])).toHaveLength(1);
    await applied(stack, ['--ignore', images]);
    expect(await cluster.get(apps(namespace))).toMatchObject({
      spec: {template: {spec: {containers: [{image: 'nginx:1.29'}]}}},
    });
  });

  it('a workspace rule ignores all fields of one manager', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({
      kubeconfigPath,
      namespace,
      files: manifests(configMap('settings', {a: '1', b: '1', c: '1'})),
    });
    await applied(stack);
    await stack.write({
      'workspaces/test.yaml': {
        name: 'test',
        context: {kubeconfig_path: kubeconfigPath},
        ignore: [{manager: 'operator'}],
      },
    });
    await cluster.patchAs('operator', map(namespace), {data: {a: 'theirs', b: 'theirs'}});
    await cluster.patchAs('kubectl-edit', map(namespace), {data: {c: 'edited'}});
    const [change] = await pendingChanges(stack);
    expect(change?.fields).toMatchObject([{path: 'data.c', cause: 'drift', manager: 'kubectl-edit'}]);
    await applied(stack);
    expect(await cluster.get(map(namespace))).toMatchObject({data: {a: 'theirs', b: 'theirs', c: '1'}});
    expect(await pendingChanges(stack)).toEqual([]);
  });

  it('an ignored field of another apply manager causes no conflict and needs no --force-conflicts', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(configMap('settings', {a: '1'}))});
    await rules(stack, namespace, [{path: 'data.a'}]);
    await applied(stack);
    await cluster.applyAs('operator', configMap('settings', {a: 'theirs'}, {namespace}));
    expect(await pendingChanges(stack)).toEqual([]);
    await applied(stack);
    // It may change its field without force: we let go of it.
    await cluster.applyAs('operator', configMap('settings', {a: 'again'}, {namespace}), {force: false});
  });

  it('an ignored value with a reference stays ignored when its value is known', async () => {
    const namespace = cluster.freshNamespace();
    const files = (a: string, b: string) => ({
      'spec.yaml': {
        resources: [
          resource(configMap('source', {value: b}, {namespace})),
          resource(
            configMap('settings', {a, own: `$kusion_path.v1:ConfigMap:${namespace}:source.metadata.uid`}, {namespace}),
          ),
        ],
      },
    });
    const stack = await makeStack({kubeconfigPath, namespace, files: files('1', '1')});
    await stack.write({
      'stack.yaml': {
        name: 'shop',
        workspace: 'test',
        namespace,
        sources: [{spec: 'spec.yaml'}],
        ignore: [{path: 'data.a', name: 'settings'}],
      },
    });
    await applied(stack);
    await cluster.patchAs('operator', map(namespace), {data: {a: 'theirs'}});
    await cluster.delete({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'source'});
    await applied(stack);
    const live = await cluster.get(map(namespace));
    const source = await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'source'});
    expect(live).toMatchObject({data: {a: 'theirs', own: (source?.['metadata'] as JsonObject)['uid']}});
  });

  it('an ignore rule that matches no field of the stack is reported with its line', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(configMap('settings', {a: '1'}))});
    await rules(stack, namespace, [{path: 'data.a'}, {path: 'data.b'}, {manager: 'nobody'}]);
    const first = await unused(stack);
    expect(first).toMatchObject([{at: {file: expect.stringContaining('stack.yaml'), line: expect.any(Number)}}]);
    // Who will own what is not there yet nobody knows.
    expect(first).toMatchObject([{message: expect.stringContaining('data.b')}]);
    await applied(stack);
    expect((await unused(stack, ['--ignore', 'data.c'])).map(({message}) => message)).toEqual([
      expect.stringContaining('--ignore data.c'),
      expect.stringContaining('data.b'),
      expect.stringContaining('nobody'),
    ]);
  });

  it('an invalid path is refused before the cluster is contacted', async () => {
    const stack = await makeStack({kubeconfigPath, files: manifests(configMap('settings', {a: '1'}))});
    expect(await stack.gantry(['preview', '--ignore', 'spec['])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('--ignore spec['),
    });
    await rules(stack, undefined, [{kind: 'ConfigMap'}]);
    expect(await stack.gantry(['preview'])).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/must have a `path`, a `manager`, or both/),
    });
  });
});

const workspaceOf = (kubeconfig: string) => ({
  'workspaces/test.yaml': {name: 'test', context: {kubeconfig_path: kubeconfig}},
});

const resource = (attributes: JsonObject) => ({
  id: `v1:ConfigMap:${String((attributes['metadata'] as JsonObject)['namespace'])}:${String((attributes['metadata'] as JsonObject)['name'])}`,
  type: 'Kubernetes',
  attributes,
});

/** The stack's own `ignore` rules. */
const rules = (stack: Stack, namespace: string | undefined, ignore: readonly object[]) =>
  stack.write({
    'stack.yaml': {
      name: 'shop',
      workspace: 'test',
      ...(namespace === undefined ? {} : {namespace}),
      sources: [{manifests: 'manifests/**/*'}],
      ignore,
    },
  });

async function quiet(stack: Stack) {
  const {document} = await stack.json<Plan>(['preview']);
  return document.changes.map(({action, verified, fields}) => ({action, verified, fields}));
}

async function unused(stack: Stack, args: readonly string[] = []) {
  const {document} = await stack.json<Plan>(['preview', ...args]);
  return document.diagnostics.filter(({code}) => code === 'ignore/unused');
}
