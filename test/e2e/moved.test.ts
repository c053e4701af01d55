import {expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import type {Release} from '../../src/core/release/release.ts';
import {applied, pendingChanges} from '../rig/changes.ts';
import type {Ref} from '../rig/cluster.ts';
import {configMap, manifests} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack, type Stack} from '../rig/stack.ts';
import {expectRefused} from './support/refusal.ts';

onCluster('the same object under another id', (cluster) => {
  const {kubeconfigPath} = cluster;

  const uidOf = async (ref: Ref): Promise<unknown> =>
    ((await cluster.get(ref))?.['metadata'] as {uid?: string} | undefined)?.uid;

  const stackFile = (namespace: string, moved: readonly object[], sources: readonly object[]) => ({
    'stack.yaml': {name: 'shop', workspace: 'test', namespace, sources, moved},
  });
  const stateIds = async (stack: Stack): Promise<readonly string[]> =>
    (await stack.json<Release>(['release', 'show'])).document.state.map(({id}) => id);

  it('a changed apiVersion is an update of the same object', async () => {
    const namespace = cluster.freshNamespace();
    const scaler = (version: string, spec: JsonObject): JsonObject => ({
      apiVersion: `autoscaling/${version}`,
      kind: 'HorizontalPodAutoscaler',
      metadata: {name: 'web'},
      spec: {
        scaleTargetRef: {apiVersion: 'apps/v1', kind: 'Deployment', name: 'web'},
        minReplicas: 1,
        maxReplicas: 3,
        ...spec,
      },
    });
    const ref = {apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', namespace, name: 'web'};
    const stack = await makeStack({
      kubeconfigPath,
      namespace,
      files: manifests(scaler('v1', {targetCPUUtilizationPercentage: 50})),
    });
    await applied(stack, ['--no-wait']);
    const uid = await uidOf(ref);
    const metrics = [
      {type: 'Resource', resource: {name: 'cpu', target: {type: 'Utilization', averageUtilization: 50}}},
    ];
    await stack.write(manifests(scaler('v2', {metrics})));
    const id = `autoscaling/v2:HorizontalPodAutoscaler:${namespace}:web`;
    const {document} = await stack.json<Plan>(['preview']);
    expect(document.changes).toMatchObject([{id, action: 'update'}]);
    await applied(stack, ['--no-wait']);
    expect(await uidOf(ref)).toBe(uid);
    expect(await cluster.get(ref)).toMatchObject({metadata: {annotations: {'gantry.dev/id': id}}});
    expect(await pendingChanges(stack)).toEqual([]);
    expect(await stateIds(stack)).toEqual([id]);
  });

  it.each([
    {name: 'with its marks', unlabel: false},
    {name: 'whoever has taken our label off', unlabel: true},
  ])('a changed group is an update of the same object if the uid is the same, $name', async ({unlabel}) => {
    const namespace = cluster.freshNamespace();
    const stays = configMap('stays', {a: '1'});
    const common = {metadata: {name: 'deployed'}, reason: 'Deployed', type: 'Normal'};
    const about = {apiVersion: 'v1', kind: 'ConfigMap', name: 'x', namespace};
    const event: JsonObject = {apiVersion: 'v1', kind: 'Event', ...common, involvedObject: about, message: 'one'};
    const now: JsonObject = {apiVersion: 'events.k8s.io/v1', kind: 'Event', ...common, regarding: about, note: 'one'};
    const ref = {apiVersion: 'v1', kind: 'Event', namespace, name: 'deployed'};
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(stays, event)});
    await applied(stack);
    const uid = await uidOf(ref);
    if (unlabel) await cluster.patchAs('kubectl-label', ref, {metadata: {labels: {'gantry.dev/lineage': null}}});
    await stack.write(manifests(stays, now));
    const id = `events.k8s.io/v1:Event:${namespace}:deployed`;
    const {document} = await stack.json<Plan>(['preview']);
    expect(document.changes.filter(({action}) => action !== 'unchanged')).toMatchObject([
      {id, action: 'update', reason: expect.stringContaining(`v1:Event:${namespace}:deployed`)},
    ]);
    expect(document.diagnostics.filter(({code}) => code === 'object/orphan')).toEqual([]);
    await applied(stack);
    expect(await uidOf(ref)).toBe(uid);
    expect(await cluster.get(ref)).toMatchObject({metadata: {annotations: {'gantry.dev/id': id}}});
    expect(await pendingChanges(stack)).toEqual([]);
    expect((await stateIds(stack)).toSorted()).toEqual([id, `v1:ConfigMap:${namespace}:stays`]);
  });

  it('an id that gets an explicit namespace is recorded, and so is the order of its deletion', async () => {
    const suffix = cluster.freshNamespace('moved');
    const [base, top] = [`base-${suffix}`, `top-${suffix}`];
    for (const name of [base, top])
      cluster.deleteAtEnd({apiVersion: 'v1', kind: 'ConfigMap', namespace: 'default', name});
    const after = (id: string) => ({annotations: {'gantry.dev/order': `after ${id}`}});
    const files = (baseId: string) => manifests(configMap(base, {a: '1'}), configMap(top, {a: '1'}, after(baseId)));
    const stack = await makeStack({kubeconfigPath, files: files(`v1:ConfigMap:${base}`)});
    await applied(stack);
    const uid = await uidOf({apiVersion: 'v1', kind: 'ConfigMap', namespace: 'default', name: base});
    expect(await stateIds(stack)).toContain(`v1:ConfigMap:${base}`);

    const ids = [base, top].map((name) => `v1:ConfigMap:default:${name}`);
    await stack.write({...files(ids[0] ?? ''), ...stackFile('default', [], [{manifests: 'manifests/**/*'}])});
    expect(await pendingChanges(stack)).toMatchObject([
      {id: ids[0], action: 'update', reason: `it was called v1:ConfigMap:${base}`, fields: []},
      {id: ids[1], action: 'update', reason: `it was called v1:ConfigMap:${top}`},
    ]);
    await applied(stack);
    expect(await uidOf({apiVersion: 'v1', kind: 'ConfigMap', namespace: 'default', name: base})).toBe(uid);
    expect((await stateIds(stack)).toSorted()).toEqual(ids.toSorted());
    expect(await pendingChanges(stack)).toEqual([]);
    const plan = await stack.json<Plan>(['destroy', '--dry-run']);
    expect(plan.document.changes.map((change) => change.id)).toEqual(ids.toReversed());
    expect(await stack.gantry(['destroy', '--yes'])).toMatchObject({code: 0});
  });

  const v1 = (namespace: string, name: string): string => `v1:ConfigMap:${namespace}:${name}`;

  it('a completed `moved` entry is reported, and one for different objects is refused at its line', async () => {
    const namespace = cluster.freshNamespace();
    const [kept, settings] = [configMap('kept', {a: '1'}), configMap('settings', {a: '1'})];
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(kept, settings)});
    await applied(stack);
    const moved = (from: string, to: string) => stackFile(namespace, [{from, to}], [{manifests: 'manifests/**/*'}]);

    await stack.write(moved(v1(namespace, 'long-gone'), v1(namespace, 'kept')));
    const done = await stack.json<Plan>(['preview']);
    expect(done.document.diagnostics).toMatchObject([
      {
        severity: 'note',
        code: 'moved/done',
        at: {file: expect.stringContaining('stack.yaml')},
        hint: expect.stringContaining('Remove the entry'),
      },
    ]);

    await stack.write({
      ...manifests(kept, configMap('renamed', {a: '1'})),
      ...moved(v1(namespace, 'settings'), v1(namespace, 'renamed')),
    });
    const says = [
      'a different name (settings, renamed)',
      /stack\.yaml:\d+/,
      'Kubernetes cannot convert one to the other',
    ];
    await expectRefused(stack, ['preview'], {exit: 3, code: 'input/invalid', says});
    await stack.write(stackFile(namespace, [], [{manifests: 'manifests/**/*'}]));
    expect(await pendingChanges(stack)).toMatchObject([{action: 'create'}, {action: 'delete'}]);
  });

  it('a `moved` entry between versions agrees with the plan', async () => {
    const namespace = cluster.freshNamespace();
    const event: JsonObject = {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: {name: 'e'},
      involvedObject: {namespace},
      message: 'one',
    };
    const now: JsonObject = {
      apiVersion: 'events.k8s.io/v1',
      kind: 'Event',
      metadata: {name: 'e'},
      regarding: {namespace},
      note: 'one',
    };
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(event)});
    await applied(stack);
    const [from, to] = [`v1:Event:${namespace}:e`, `events.k8s.io/v1:Event:${namespace}:e`];
    await stack.write({...manifests(now), ...stackFile(namespace, [{from, to}], [{manifests: 'manifests/**/*'}])});
    expect(await pendingChanges(stack)).toMatchObject([{id: to, action: 'update'}]);
    await applied(stack);
    const {document} = await stack.json<Plan>(['preview']);
    expect(document).toMatchObject({summary: {unchanged: 1}, diagnostics: [{code: 'moved/done'}]});
  });

  it.each([
    {name: 'to itself', moved: [['old', 'old']], says: 'is moved to itself'},
    {name: 'of what is still in the files', moved: [['a', 'b']], says: 'is still in the files'},
    {
      name: 'to two ids',
      moved: [
        ['old', 'a'],
        ['old', 'b'],
      ],
      says: 'is moved twice',
    },
    {
      name: 'of two to one',
      moved: [
        ['old', 'a'],
        ['older', 'a'],
      ],
      says: 'two resources are moved to',
    },
    {
      name: 'in a circle',
      moved: [
        ['old', 'older'],
        ['older', 'old'],
      ],
      says: 'form a cycle',
    },
    {
      name: 'to what is misspelt',
      moved: [['old', 'aa']],
      says: /no resource in the files has the id .*aa[^]*Did you mean/,
    },
  ])('`moved` $name is refused, without a cluster, at its line', async ({moved, says}) => {
    const entries = moved.map(([from = '', to = '']) => ({from: v1('n', from), to: v1('n', to)}));
    const files = {
      ...manifests(configMap('a', {}), configMap('b', {})),
      ...stackFile('n', entries, [{manifests: 'manifests/**/*'}]),
    };
    const stack = await makeStack({files});
    await stack.remove('workspaces/test.yaml').catch(() => undefined);
    await expectRefused(stack, ['validate'], {exit: 3, code: 'input/invalid', says: [says, /stack\.yaml:\d+:\d+/]});
  });

  it('moves between stacks are refused by their name', async () => {
    const entry = {from: v1('n', 'old'), to: v1('n', 'a'), fromStack: 'shop/other'};
    const stack = await makeStack({
      files: {...manifests(configMap('a', {})), ...stackFile('n', [entry], [{manifests: 'manifests/**/*'}])},
    });
    await expectRefused(stack, ['validate'], {exit: 3, code: 'input/invalid', says: ['`fromStack`']});
  });
});
