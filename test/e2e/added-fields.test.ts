import {expect, it} from 'vitest';
import type {StackDrift} from '../../src/app/detect-drift.ts';
import type {JsonObject} from '../../src/core/json.ts';
import type {Change, FieldChange, Plan} from '../../src/core/plan/plan.ts';
import {applied} from '../rig/changes.ts';
import type {Cluster} from '../rig/cluster.ts';
import {configMap, deployment, manifests, widgetDefinition} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack, type Stack} from '../rig/stack.ts';

type Report = {readonly stacks: readonly StackDrift[]};
type Ref = Parameters<Cluster['get']>[0];

const TEMPLATE = 'spec.template.spec';
const SIDECAR = `${TEMPLATE}.containers[name="side"]`;
const ENV = `${TEMPLATE}.containers[name="app"].env[name="DEBUG"]`;
const HOST_NETWORK = `${TEMPLATE}.hostNetwork`;

onCluster('fields that others add', (cluster) => {
  const {kubeconfigPath} = cluster;

  /** A Deployment and a ConfigMap, applied. */
  async function appliedStack() {
    const namespace = cluster.freshNamespace();
    const files = manifests(deployment('web', {replicas: 1}), configMap('settings', {a: '1'}));
    const stack = await makeStack({kubeconfigPath, namespace, files});
    await applied(stack);
    const web = {apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'web'};
    return {stack, namespace, web, settings: {apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'settings'}};
  }

  /** What the kubectl of a person in a hurry does. */
  async function meddle(web: Ref): Promise<void> {
    const [app] = await containersOf(cluster, web);
    const side = {name: 'side', image: 'busybox:1.36'};
    await cluster.patchAs('kubectl-edit', web, {
      spec: {template: {spec: {hostNetwork: true, containers: [{...app, env: [{name: 'DEBUG', value: '1'}]}, side]}}},
    });
  }

  it('drift and preview list added fields with manager and time, and neither counts them as equal', async () => {
    const {stack, web} = await appliedStack();
    expect(await driftOf(stack)).toMatchObject({code: 0, paths: []});
    await meddle(web);
    const report = await driftOf(stack);
    expect(report).toMatchObject({code: 2, paths: [ENV, SIDECAR, HOST_NETWORK]});
    expect(report.drifted).toMatchObject([{drift: 'added'}]);
    const time = expect.stringMatching(/^\d{4}-/) as string;
    const host = {path: HOST_NETWORK, before: true, cause: 'added', manager: 'kubectl-edit', time};
    expect(report.drifted[0]?.fields).toContainEqual(host);
    const text = await stack.gantry(['drift']);
    expect(text.stdout).not.toContain('No drift');
    expect(text.stdout).toMatch(/hostNetwork: true .*added: kubectl-edit/);
    expect(text.stdout).toContain('--revert-added all');

    const preview = await stack.json<Plan>(['preview', '--exit-code']);
    expect(preview.code).toBe(0);
    expect(preview.document.changes.filter(({action}) => action !== 'unchanged')).toEqual([]);
    expect(addedOf(preview.document.changes)).toContainEqual({...host, after: true});
    expect(addedOf(preview.document.changes).map(({path}) => path)).toEqual([ENV, SIDECAR, HOST_NETWORK]);
    expect((await stack.gantry(['preview'])).stdout).toMatch(/and 3 fields that others added[^]*others added 3 fields/);
    const ran = await stack.gantry(['apply', '--yes']);
    expect(ran).toMatchObject({code: 0});
    expect(await containersOf(cluster, web)).toHaveLength(2);
    for (const format of ['yaml', 'markdown'])
      for (const command of ['drift', 'preview'])
        expect((await stack.gantry([command, '-o', format])).stdout, `${command} ${format}`).toContain('hostNetwork');
  });

  it.each([
    {title: 'a path removes that alone', of: () => SIDECAR, left: [ENV, HOST_NETWORK]},
    {title: 'a path with a wildcard', of: () => `${TEMPLATE}.containers[*].env`, left: [SIDECAR, HOST_NETWORK]},
    {title: 'an id removes all of one resource', of: (id: string) => id, left: []},
    {title: 'all removes all', of: () => 'all', left: []},
  ])('--revert-added removes exactly the previewed additions in one update: $title', async ({of, left}) => {
    const {stack, web, namespace} = await appliedStack();
    await meddle(web);
    const asked = ['--revert-added', of(`apps/v1:Deployment:${namespace}:web`)];
    const preview = await stack.json<Plan>(['preview', '--exit-code', ...asked]);
    expect(preview.code, preview.stdout).toBe(2);
    const [change] = preview.document.changes.filter(({action}) => action !== 'unchanged');
    expect(change).toMatchObject({action: 'update', verified: true, effects: ['pods-restart']});
    const going = (change?.fields ?? []).filter(({after}) => after === undefined);
    expect(
      going.every(({cause, manager}) => cause === 'added' && manager === 'kubectl-edit'),
      preview.stdout,
    ).toBe(true);
    const before = await generationOf(cluster, web);
    await applied(stack, asked);
    expect(await generationOf(cluster, web)).toBe(before + 1);
    expect((await driftOf(stack)).paths).toEqual(left);
    const again = await stack.json<Plan>(['preview', '--exit-code']);
    expect(again.code).toBe(0);
    expect(addedOf(again.document.changes).map(({path}) => path)).toEqual(left);
  });

  it('added fields are removed together with changes of the files in one update, and with the last release without the files', async () => {
    const {stack, web} = await appliedStack();
    await meddle(web);
    await stack.write(
      manifests(deployment('web', {replicas: 1, image: 'nginx:1.28'}), configMap('settings', {a: '1'})),
    );
    const before = await generationOf(cluster, web);
    await applied(stack, ['--revert-added', 'all']);
    expect(await generationOf(cluster, web)).toBe(before + 1);
    expect(await containersOf(cluster, web)).toMatchObject([{name: 'app', image: 'nginx:1.28'}]);
    await meddle(web);
    await applied(stack, ['--revision', 'current', '--revert-added', 'all']);
    expect(await driftOf(stack)).toMatchObject({code: 0, paths: []});
  });

  it('a saved plan removes the additions that it showed, and nothing if the object changed since', async () => {
    const {stack, web, settings} = await appliedStack();
    await meddle(web);
    const saved = await stack.gantry(['preview', '--save', 'plan.json', '--revert-added', 'all']);
    expect(saved, saved.stderr).toMatchObject({code: 0});
    await cluster.patchAs('kubectl-label', web, {metadata: {labels: {theirs: 'x'}}});
    expect((await stack.gantry(['apply', 'plan.json', '--yes'])).code).toBe(5);
    await stack.gantry(['preview', '--save', 'plan.json', '--revert-added', 'all']);
    // An object that the plan leaves alone may move.
    await cluster.patchAs('kube-controller-manager', settings, {metadata: {annotations: {seen: 'x'}}});
    const ran = await stack.gantry(['apply', 'plan.json', '--yes']);
    expect(ran, ran.stderr).toMatchObject({code: 0});
    expect(await driftOf(stack)).toMatchObject({code: 0, paths: []});
  });

  it('a field that is taken back is shown with the default of the API that it gets', async () => {
    const {stack, web} = await appliedStack();
    await cluster.patchAs('kubectl-patch', web, {spec: {revisionHistoryLimit: 3}});
    const kept = await stack.gantry(['preview']);
    expect(kept.stdout).toMatch(/spec\.revisionHistoryLimit: 3 {2}\(added: kubectl-patch/);
    const taken = await stack.gantry(['preview', '--revert-added', 'all']);
    expect(taken.stdout).toMatch(/spec\.revisionHistoryLimit: 3 → 10 {2}\(added: kubectl-patch/);
    expect(taken.stdout).not.toContain('others added');
  });

  it('--revert-added without a matching addition is a warning', async () => {
    const {stack} = await appliedStack();
    const ran = await stack.json<Plan>(['preview', '--revert-added', 'spec.hostNetwrok']);
    expect(ran.document.diagnostics).toMatchObject([{code: 'added/unused'}]);
  });

  const WRITERS: readonly {readonly manager: string; readonly subresource?: string; readonly counted: boolean}[] = [
    {manager: 'kubectl-patch', counted: true},
    {manager: 'kubectl-annotate', counted: true},
    {manager: 'k9s', counted: true},
    {manager: 'node-fetch', counted: true},
    {manager: 'helm', counted: true},
    {manager: 'argocd-controller', counted: true},
    {manager: 'kustomize-controller', counted: true},
    {manager: 'whoever', counted: true},
    {manager: 'kube-controller-manager', counted: false},
    {manager: 'cert-manager-cainjector', counted: false},
    {manager: 'backup-operator', counted: false},
    {manager: 'manager', counted: false},
    {manager: 'whoever', subresource: 'status', counted: false},
  ];

  it('additions are counted by manager, and those of controllers are listed with --detail', async () => {
    const namespace = cluster.freshNamespace();
    const name = ({manager, subresource = ''}: (typeof WRITERS)[number]) => `${manager}${subresource}`.toLowerCase();
    const files = manifests(...WRITERS.map((writer) => deployment(name(writer), {replicas: 0})));
    const stack = await makeStack({kubeconfigPath, namespace, files});
    await applied(stack);
    for (const writer of WRITERS) {
      const ref = {apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: name(writer)};
      await cluster.patchAs(writer.manager, ref, {metadata: {annotations: {theirs: 'x'}}}, writer.subresource ?? '');
    }
    const {drifted, objects} = await driftOf(stack);
    const counted = WRITERS.filter((writer) => writer.counted).map(name);
    expect(drifted.map(({id}) => id.split(':').at(-1)).toSorted()).toEqual(counted.toSorted());
    const listed = objects.flatMap(({addedByControllers = []}) => addedByControllers);
    const theirs = listed.filter(({path}) => path === 'metadata.annotations.theirs');
    expect(theirs).toHaveLength(WRITERS.length - counted.length);
    expect((await stack.gantry(['drift'])).stdout).not.toContain('backup-operator)');
    expect((await stack.gantry(['drift', '--detail'])).stdout).toContain('added by backup-operator');
    const preview = await stack.gantry(['preview', '--detail']);
    expect(preview.stdout).toContain('added by backup-operator');
    // What Helm writes to an object that was taken over from it is taken back by any apply.
    expect(preview.stdout).toMatch(/others added 7 fields, controllers added \d+ fields/);
    const revert = await stack.json<Plan>(['preview', '--revert-added', 'all']);
    const going = revert.document.changes.filter(({action}) => action === 'update');
    expect(going.map(({id}) => id.split(':').at(-1)).toSorted()).toEqual(counted.toSorted());
  });

  it('fields that an ignore rule leaves to others, and the annotation of a restart, do not count as additions', async () => {
    const {stack, web, settings} = await appliedStack();
    await stack.write({
      'stack.yaml': {
        name: 'shop',
        workspace: 'test',
        namespace: web.namespace,
        sources: [{manifests: 'manifests/**/*'}],
        ignore: [{path: 'data.theirs', kind: 'ConfigMap'}, {manager: 'k9s'}],
      },
    });
    await applied(stack, ['--image', 'nginx=nginx:1.28']);
    await cluster.patchAs('kubectl-edit', settings, {data: {theirs: 'x'}});
    await cluster.patchAs('k9s', settings, {data: {more: 'x'}});
    const restarted = {'kubectl.kubernetes.io/restartedAt': '2026-01-01T00:00:00Z'};
    await cluster.patchAs('kubectl-rollout', web, {spec: {template: {metadata: {annotations: restarted}}}});
    expect(await driftOf(stack)).toMatchObject({code: 0, paths: []});
    const preview = await stack.json<Plan>(['preview', '--image', 'nginx=nginx:1.28', '--revert-added', 'all']);
    expect(preview.document.changes.filter(({action}) => action !== 'unchanged')).toEqual([]);
  });

  it('additions are listed as lost if the object is deleted and created again', async () => {
    const namespace = cluster.freshNamespace();
    const job = (image: string, labels: JsonObject = {}) => ({
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: {name: 'once', ...labels},
      spec: {template: {spec: {restartPolicy: 'Never', containers: [{name: 'app', image}]}}},
    });
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(job('web:1'))});
    await applied(stack, ['--no-wait']);
    const once = {apiVersion: 'batch/v1', kind: 'Job', namespace, name: 'once'};
    await cluster.patchAs('kubectl-edit', once, {metadata: {labels: {theirs: 'x'}, annotations: {kept: 'y'}}});
    await cluster.patchAs('backup-operator', once, {metadata: {annotations: {controllers: 'z'}}});
    const annotated = {annotations: {kept: 'y'}};
    await stack.write(manifests(job('web:2', annotated)));
    const preview = await stack.json<Plan>(['preview']);
    const [change] = preview.document.changes.filter(({action}) => action === 'replace');
    const theirs = change?.fields.filter(({cause}) => cause === 'added');
    expect(theirs, preview.stdout).toMatchObject([
      {path: 'metadata.labels.theirs', before: 'x', manager: 'kubectl-edit', time: expect.any(String)},
    ]);
    expect(theirs?.[0]).not.toHaveProperty('after');
    expect((await stack.gantry(['preview'])).stdout).toMatch(
      /- theirs: x .*kubectl-edit|labels\.theirs.*x.*kubectl-edit/,
    );
    await applied(stack, ['--no-wait', '--allow-replace', 'all']);
    expect((await cluster.get(once))?.['metadata']).not.toHaveProperty('labels.theirs');
  });

  it('additions to a Secret are named, and their values are never shown', async () => {
    const namespace = cluster.freshNamespace();
    const login = {apiVersion: 'v1', kind: 'Secret', metadata: {name: 'login'}, stringData: {password: 's3cret'}};
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(login)});
    await applied(stack);
    const ref = {apiVersion: 'v1', kind: 'Secret', namespace, name: 'login'};
    const value = Buffer.from('hidden-value').toString('base64');
    await cluster.patchAs('kubectl-edit', ref, {data: {extra: value}});
    for (const command of ['drift', 'preview'])
      for (const output of [[], ['-o', 'json'], ['-o', 'markdown']]) {
        const {stdout, stderr} = await stack.gantry([command, ...output]);
        expect(stdout, command).toContain('data.extra');
        expect(stdout + stderr).not.toMatch(new RegExp(`hidden-value|${value}`));
      }
    await applied(stack, ['--revert-added', 'data.extra']);
    expect(Object.keys((await cluster.get(ref))?.['data'] as JsonObject)).toEqual(['password']);
  });

  it('additions to a custom resource are removed, too, also those of another applier', async () => {
    const namespace = cluster.freshNamespace('added');
    const group = `${namespace}.example.dev`;
    const apiVersion = `${group}/v1`;
    cluster.deleteAtEnd({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      name: `widgets.${group}`,
    });
    const map = {type: 'object', additionalProperties: {type: 'string'}};
    const any = {type: 'object', 'x-kubernetes-preserve-unknown-fields': true};
    const properties = {size: {type: 'integer'}, settings: map, labels: map, more: any};
    const schema = {type: 'object', properties};
    const widget = (spec: JsonObject, metadata: JsonObject = {name: 'one'}) => ({
      apiVersion,
      kind: 'Widget',
      metadata,
      spec,
    });
    const files = manifests(widgetDefinition({group, schema}), widget({size: 1, settings: {a: '1'}}));
    const stack = await makeStack({kubeconfigPath, namespace, files});
    await applied(stack);
    const one = {apiVersion, kind: 'Widget', namespace, name: 'one'};
    await cluster.applyAs('flux', widget({settings: {b: '2'}, more: {x: {y: 1}}}, {name: 'one', namespace}));
    await cluster.patchAs('kubectl-edit', one, {spec: {labels: {tier: 'front'}}});
    // The real server publishes the types of a new kind a moment later: until then Gantry cannot tell a map from a structure.
    const additions = async () =>
      (await driftOf(stack)).drifted.flatMap(({fields}) => fields.map(({path, manager}) => [path, manager]));
    await expect.poll(additions, {timeout: 30_000}).toEqual([
      ['spec.labels.tier', 'kubectl-edit'],
      ['spec.more.x', 'flux'],
      ['spec.settings.b', 'flux'],
    ]);
    await applied(stack, ['--revert-added', 'all']);
    expect((await cluster.get(one))?.['spec']).toEqual({size: 1, settings: {a: '1'}});
    expect(await driftOf(stack)).toMatchObject({code: 0, paths: []});
  });
});

const addedOf = (changes: readonly Change[]): readonly FieldChange[] =>
  changes.flatMap(({fields}) => fields.filter(({cause}) => cause === 'added'));

async function driftOf(stack: Stack) {
  const {code, document, stdout} = await stack.json<Report>(['drift', '--exit-code']);
  expect([0, 2], stdout).toContain(code);
  const objects = document.stacks.flatMap((one) => one.objects);
  const drifted = objects.filter(({drift}) => drift !== 'none');
  return {code, objects, drifted, paths: drifted.flatMap(({fields}) => fields.map(({path}) => path))};
}

async function containersOf(cluster: Cluster, ref: Ref): Promise<readonly JsonObject[]> {
  const live = (await cluster.get(ref)) as {spec: {template: {spec: {containers: JsonObject[]}}}};
  return live.spec.template.spec.containers;
}

async function generationOf(cluster: Cluster, ref: Ref): Promise<number> {
  const {metadata} = (await cluster.get(ref)) as {metadata: {generation: number}};
  return metadata.generation;
}
