import {expect, it} from 'vitest';
import type {Deps} from '../../src/app/deps.ts';
import {detectDrift} from '../../src/app/detect-drift.ts';
import {applyRelease} from '../../src/app/plan/apply-release.ts';
import {previewRelease} from '../../src/app/plan/preview-release.ts';
import type {ApplyRequest} from '../../src/app/plan/release-requests.ts';
import type {JsonObject} from '../../src/core/json.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import type {Runtime} from '../../src/ports/runtime.ts';
import {canary} from '../rig/canaries.ts';
import type {Cluster} from '../rig/cluster.ts';
import {applyOf, depsOf} from '../rig/deps.ts';
import {memoryCloud, memoryRuntime} from '../rig/memory-runtime.ts';
import {configMap} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';

/** A network in the cluster, a queue in the cloud that takes its uid, and objects that take values of the queue: its URL, and its password. */
async function openStack(cluster: Cluster, {takesPassword = true} = {}) {
  const namespace = cluster.freshNamespace('both');
  const ids = {
    network: `v1:ConfigMap:${namespace}:network`,
    queue: 'memory:cloud:queue:jobs',
    app: `v1:ConfigMap:${namespace}:app`,
    login: `v1:Secret:${namespace}:login`,
  };
  const password = canary('password of the queue');
  const object = (id: string, attributes: JsonObject, dependsOn: readonly string[] = []) => ({
    id,
    type: 'Kubernetes',
    attributes: {...attributes, metadata: {...(attributes['metadata'] as JsonObject), namespace}},
    dependsOn,
  });
  const queue = (more: JsonObject = {}) => ({
    id: ids.queue,
    type: 'Terraform',
    attributes: {size: 3, network: `\${ref:${ids.network}#metadata.uid}`, password, ...more},
  });
  const login = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {name: 'login'},
    stringData: {password: `\${ref:${ids.queue}#password}`, token: `pass \${ref:${ids.queue}#password}`},
  };
  const spec = (more?: JsonObject) => ({
    resources: [
      object(ids.network, configMap('network', {cidr: '10.0.0.0/8'})),
      queue(more),
      object(ids.app, configMap('app', {url: `\${ref:${ids.queue}#url}`})),
      ...(takesPassword ? [object(ids.login, login)] : []),
    ],
  });
  const stack = await makeStack({
    kubeconfigPath: cluster.kubeconfigPath,
    namespace,
    files: {'stack.yaml': {name: 'shop', workspace: 'test', namespace, sources: [{spec: 'spec.yaml'}]}},
  });
  const write = (more?: JsonObject) => stack.write({'spec.yaml': spec(more)});
  await write();

  const cloud = memoryCloud();
  const plans: string[] = [];
  const counted = (runtime: Runtime): Runtime => ({
    ...runtime,
    plan: (request) => {
      plans.push(runtime.type);
      return runtime.plan(request);
    },
  });
  const real = depsOf(stack);
  const deps: Deps = {
    ...real,
    runtimes: {
      Kubernetes: async (connected) => counted(connected.runtime),
      Terraform: async () => counted(memoryRuntime(cloud)),
    },
  };
  const request = (more: Partial<ApplyRequest> = {}): ApplyRequest => applyOf(stack, {...more, directory: stack.dir});
  return {
    ids,
    cloud,
    password,
    app: {apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'app'},
    stack,
    deps,
    withoutTerraform: {...real, runtimes: {Kubernetes: async (connected) => connected.runtime}} satisfies Deps,
    plans,
    write,
    preview: (more?: Partial<ApplyRequest>) => previewRelease(request(more), deps),
    apply: (more?: Partial<ApplyRequest>) => applyRelease(request(more), deps),
    drift: () => detectDrift({directory: stack.dir, all: false}, deps),
    data: async (name: 'network' | 'app' | 'login') => {
      const kind = name === 'login' ? 'Secret' : 'ConfigMap';
      return (await cluster.get({apiVersion: 'v1', kind, namespace, name}))?.['data'];
    },
    networkUid: async () => {
      const found = await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'network'});
      return (found?.['metadata'] as JsonObject)['uid'];
    },
  };
}

const actionsOf = ({changes}: Plan) => Object.fromEntries(changes.map(({id, action}) => [id, action]));
const fieldsOf = ({changes}: Plan, id: string) => changes.find((change) => change.id === id)?.fields ?? [];

onCluster('a stack with resources of two runtimes', (cluster) => {
  it('a preview of two runtimes has values that are known after apply, and one order for both', async () => {
    const {ids, cloud, password, preview, apply, data, networkUid} = await openStack(cluster);
    const plan = await preview();
    expect(actionsOf(plan)).toMatchObject({
      [ids.network]: 'create',
      [ids.queue]: 'create',
      [ids.app]: 'create',
      [ids.login]: 'create',
    });
    expect(fieldsOf(plan, ids.queue)).toContainEqual({path: 'network', unknown: true, cause: 'reference'});
    expect(fieldsOf(plan, ids.app)).toContainEqual(
      expect.objectContaining({path: 'data.url', unknown: true, cause: 'reference'}),
    );
    expect(JSON.stringify(plan)).not.toContain(password);
    const order = plan.changes.map(({id}) => id);
    expect(order.indexOf(ids.network)).toBeLessThan(order.indexOf(ids.queue));
    expect(order.indexOf(ids.queue)).toBeLessThan(order.indexOf(ids.app));

    const applied = await apply();
    expect(applied).toMatchObject({kind: 'applied', phase: 'succeeded'});
    const queue = cloud.objects.get(ids.queue);
    expect(queue?.['network']).toEqual(await networkUid());
    expect(await data('app')).toEqual({url: queue?.['url']});
    expect(await data('login')).toEqual({
      password: Buffer.from(password).toString('base64'),
      token: Buffer.from(`pass ${password}`).toString('base64'),
    });
    expect(JSON.stringify(applied)).not.toContain(password);
    expect(JSON.stringify(applied)).not.toContain(Buffer.from(password).toString('base64'));
  });

  it('an unchanged plan asks each runtime once', async () => {
    const {preview, apply, plans} = await openStack(cluster, {takesPassword: false});
    await apply();
    plans.length = 0;
    const plan = await preview();
    expect(new Set(Object.values(actionsOf(plan)))).toEqual(new Set(['unchanged']));
    expect(plans.toSorted()).toEqual(['Kubernetes', 'Terraform']);
  });

  it('a runtime is asked again only for a value that its release stores as a digest', async () => {
    const {preview, apply, plans} = await openStack(cluster);
    await apply();
    plans.length = 0;
    const plan = await preview();
    expect(new Set(Object.values(actionsOf(plan)))).toEqual(new Set(['unchanged']));
    expect(plans).toEqual(['Kubernetes', 'Terraform', 'Kubernetes']);
  });

  it('drift in both runtimes is found, and corrected by an apply', async () => {
    const {ids, cloud, app, apply, drift} = await openStack(cluster);
    await apply();
    cloud.objects.set(ids.queue, {...cloud.objects.get(ids.queue), size: 9});
    await cluster.patchAs('kubectl-edit', app, {data: {url: 'elsewhere'}});
    const found = await drift();
    expect(Object.fromEntries(found.stacks[0]?.objects.map(({id, drift: kind}) => [id, kind]) ?? [])).toEqual({
      [ids.network]: 'none',
      [ids.queue]: 'changed',
      [ids.app]: 'changed',
      [ids.login]: 'none',
    });
    expect(await apply()).toMatchObject({kind: 'applied', phase: 'succeeded'});
    expect(cloud.objects.get(ids.queue)).toMatchObject({size: 3});
    expect((await drift()).stacks[0]?.summary).toMatchObject({none: 4, changed: 0});
  });

  it('a replacement passes its changed values on, and a rollback restores the earlier release', async () => {
    const {ids, cloud, write, preview, apply, data} = await openStack(cluster, {takesPassword: false});
    await apply();
    const before = cloud.objects.get(ids.queue);
    await write({region: 'north'});
    expect((await preview()).changes.find(({id}) => id === ids.queue)).toMatchObject({
      action: 'replace',
      blocked: {needs: `--allow-replace ${ids.queue}`},
    });
    const permissions = {...applyOf({dir: ''}).permissions, allowReplace: [ids.queue]};
    const plan = await preview({permissions});
    expect(fieldsOf(plan, ids.app)).toContainEqual(expect.objectContaining({path: 'data.url', unknown: true}));
    expect(await apply({permissions})).toMatchObject({kind: 'applied', phase: 'succeeded'});
    const after = cloud.objects.get(ids.queue);
    expect(after?.['url']).not.toEqual(before?.['url']);
    expect(await data('app')).toMatchObject({url: after?.['url']});

    expect(await apply({revision: 1, permissions})).toMatchObject({kind: 'applied', phase: 'succeeded'});
    const back = cloud.objects.get(ids.queue);
    expect(back).not.toHaveProperty('region');
    expect(await data('app')).toMatchObject({url: back?.['url']});
  });

  it('a failed run keeps what it has written in both runtimes, and the next run continues', async () => {
    const {ids, cloud, apply, data, preview} = await openStack(cluster);
    cloud.failing.set(ids.queue, 'half-done');
    const failed = await apply();
    expect(failed).toMatchObject({kind: 'applied', phase: 'failed', failure: {failed: [ids.queue]}});
    expect(failed.kind === 'applied' ? failed.release.state.map(({id}) => id).toSorted() : []).toEqual(
      [ids.network, ids.queue].toSorted(),
    );
    expect(await data('app')).toBeUndefined();
    cloud.failing.clear();
    expect(actionsOf(await preview())).toMatchObject({[ids.queue]: 'unchanged', [ids.app]: 'create'});
    expect(await apply()).toMatchObject({kind: 'applied', phase: 'succeeded'});
    expect(await data('app')).toMatchObject({url: cloud.objects.get(ids.queue)?.['url']});
  });

  it('--target plans a part of two runtimes, including what the target needs', async () => {
    const {ids, cloud, apply, data} = await openStack(cluster);
    const applied = await apply({targets: [ids.queue]});
    expect(applied).toMatchObject({kind: 'applied', phase: 'succeeded'});
    expect(applied.kind === 'applied' ? applied.release.state.map(({id}) => id).toSorted() : []).toEqual(
      [ids.network, ids.queue].toSorted(),
    );
    expect([cloud.objects.size, await data('app')]).toEqual([1, undefined]);
    expect(await apply()).toMatchObject({kind: 'applied', phase: 'succeeded'});
    expect(cloud.log).toEqual([`create ${ids.queue}`]);
  });

  it('destroy deletes in reverse order over both runtimes', async () => {
    const {ids, cloud, apply, data} = await openStack(cluster);
    await apply();
    const destroyed = await apply({operation: 'destroy'});
    expect(destroyed).toMatchObject({kind: 'applied', phase: 'succeeded'});
    const order = destroyed.plan.changes.map(({id}) => id);
    expect(order.toSorted()).toEqual(Object.values(ids).toSorted());
    expect(order.indexOf(ids.queue)).toBeGreaterThan(Math.max(order.indexOf(ids.app), order.indexOf(ids.login)));
    expect(order.at(-1)).toBe(ids.network);
    expect([cloud.objects.size, await data('network')]).toEqual([0, undefined]);
  });

  it('a missing runtime is refused before the cluster is read', async () => {
    const {ids, stack, apply, withoutTerraform} = await openStack(cluster);
    await apply();
    await expect(previewRelease(applyOf(stack), withoutTerraform)).rejects.toMatchObject({
      failure: {
        code: 'input/invalid',
        diagnostics: [
          {message: expect.stringContaining('no runtime for `Terraform` resources'), at: {line: expect.any(Number)}},
        ],
      },
    });
    await expect(detectDrift({directory: stack.dir, all: false}, withoutTerraform)).rejects.toMatchObject({
      failure: {code: 'resource/no-runtime', resources: [ids.queue]},
    });
  });

  it('every runtime is closed at the end', async () => {
    const {cloud, preview, drift, apply} = await openStack(cluster);
    await apply();
    await preview();
    await drift();
    expect(cloud.closed).toBe(3);
  });
});
