import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import type {Deps} from '../../src/app/deps.ts';
import {applyPlanFile} from '../../src/app/plan/apply-plan-file.ts';
import {applyRelease} from '../../src/app/plan/apply-release.ts';
import {buildSpec} from '../../src/app/plan/build-spec.ts';
import {previewRelease} from '../../src/app/plan/preview-release.ts';
import {savePlan} from '../../src/app/plan/save-plan.ts';
import type {Source} from '../../src/config/sources/source.ts';
import {GantryError} from '../../src/core/failure/failure.ts';
import type {JsonObject} from '../../src/core/json.ts';
import type {ClusterFacts} from '../../src/ports/cluster-facts.ts';
import {canary} from '../rig/canaries.ts';
import type {Cluster} from '../rig/cluster.ts';
import {applyOf, depsOf} from '../rig/deps.ts';
import {configMap} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';

type Data = Readonly<Record<string, string>>;
type Ask = (facts: ClusterFacts, namespace: string) => Promise<Data>;

/** A stack of one ConfigMap, whose source asks the cluster for its data. */
async function openStack(cluster: Cluster, ask: Ask) {
  const namespace = cluster.freshNamespace();
  await cluster.create({apiVersion: 'v1', kind: 'Namespace', metadata: {name: namespace}});
  const kubeconfigPath = cluster.kubeconfigPath;
  const stack = await makeStack({kubeconfigPath, namespace, files: {'manifests/any.yaml': configMap('any', {})}});
  const built: (Data | undefined)[] = [];
  const source = (real: Source): Source => ({
    ...real,
    build: async (entry, facts) => {
      const data = facts && (await ask(facts, namespace));
      built.push(data);
      const {candidates, ...rest} = await real.build(entry);
      const made = candidates.map((one) => ({...one, object: {...one.object, data: data ?? {}}}));
      return {...rest, candidates: made};
    },
  });
  const real = depsOf(stack);
  let opened = 0;
  const deps: Deps = {
    ...real,
    source: async (kind) => source(await real.source(kind)),
    cluster: (access) => {
      opened++;
      return real.cluster(access);
    },
  };
  return {
    stack,
    namespace,
    deps,
    built,
    opened: () => opened,
    request: applyOf(stack, {directory: stack.dir}),
    live: async () => (await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'any'}))?.['data'],
  };
}

const config = (name: string) => ({apiVersion: 'v1', kind: 'ConfigMap', name});

const regionOf: Ask = async (facts, namespace) => {
  const found = await facts.lookUp({...config('region'), namespace});
  return {region: String((found?.['data'] as JsonObject | undefined)?.['name'] ?? 'none')};
};

onCluster('facts of the cluster for sources', (cluster) => {
  it('a source reads the version, the APIs and live objects of the cluster over one connection', async () => {
    const one = await openStack(cluster, async (facts, namespace) => {
      const [version, apis, found, missing, list, unknown] = await Promise.all([
        facts.version(),
        facts.apis(),
        facts.lookUp({...config('region'), namespace}),
        facts.lookUp({...config('no-such-object'), namespace}),
        facts.lookUp({apiVersion: 'v1', kind: 'ConfigMap', namespace}),
        facts.lookUp({apiVersion: 'example.com/v1', kind: 'NoSuchKind', namespace, name: 'x'}),
      ]);
      const items = (list?.['items'] as JsonObject[]).map(({metadata}) => (metadata as JsonObject)['name']);
      return {
        version,
        ingress: String(apis.includes('networking.k8s.io/v1/Ingress')),
        routes: String(apis.includes('example.com/v1')),
        region: String((found?.['data'] as JsonObject)['name']),
        missing: String(missing),
        listed: String(list?.['kind'] === 'ConfigMapList' && items.includes('region')),
        unknown: String(unknown),
      };
    });
    await cluster.create(configMap('region', {name: 'eu-1'}, {namespace: one.namespace}));
    expect(await applyRelease(one.request, one.deps)).toMatchObject({kind: 'applied', phase: 'succeeded'});
    expect(await one.live()).toEqual({
      version: expect.stringMatching(/^v1\.\d+\.\d+/),
      ingress: 'true',
      routes: 'false',
      region: 'eu-1',
      missing: 'undefined',
      listed: 'true',
      unknown: 'undefined',
    });
    expect(one.opened()).toBe(1);
  });

  it('the same question about the cluster is sent once per run', async () => {
    const objects: unknown[] = [];
    const one = await openStack(cluster, async (facts, namespace) => {
      for (let i = 0; i < 2; i++) objects.push(await facts.lookUp({...config('kube-root-ca.crt'), namespace}));
      return {};
    });
    await previewRelease(one.request, one.deps);
    expect(objects).toHaveLength(2);
    expect(objects[0]).toBe(objects[1]);
  });

  it('a saved plan is stale if an answer changed, and is applied if none changed', async () => {
    const one = await openStack(cluster, regionOf);
    const region = configMap('region', {name: canary('what a source has read')}, {namespace: one.namespace});
    await cluster.create(region);
    const file = join(one.stack.dir, 'saved.plan');
    await savePlan({...one.request, operation: 'apply', file}, one.deps);
    const apply = () => applyPlanFile({...one.request, file}, one.deps);
    await cluster.patchAs('other', {...config('region'), namespace: one.namespace}, {data: {name: 'eu-2'}});
    const failure = await failureOf(apply());
    expect(failure).toMatchObject({code: 'plan/stale'});
    const question = `v1/ConfigMap ${one.namespace}/region`;
    expect(failure).toMatchObject({
      diagnostics: expect.arrayContaining([
        expect.objectContaining({code: 'plan/fact-moved', message: expect.stringContaining(question)}),
      ]),
    });
    expect(await one.live()).toBeUndefined();
    await savePlan({...one.request, operation: 'apply', file}, one.deps);
    expect(await apply()).toMatchObject({kind: 'applied', phase: 'succeeded'});
    expect(await one.live()).toEqual({region: 'eu-2'});
  });

  it('a saved plan contains the answers that a source read only as a keyed digest', async () => {
    const secret = canary('what a source has read of a Secret');
    const one = await openStack(cluster, async (facts, namespace) => {
      const found = await facts.lookUp({apiVersion: 'v1', kind: 'Secret', namespace, name: 'token'});
      return {known: String(found !== undefined)};
    });
    const stringData = {token: secret};
    const metadata = {name: 'token', namespace: one.namespace};
    await cluster.create({apiVersion: 'v1', kind: 'Secret', metadata, stringData});
    const file = join(one.stack.dir, 'saved.plan');
    await savePlan({...one.request, operation: 'apply', file}, one.deps);
    const text = await readFile(file, 'utf8');
    expect(JSON.parse(text)).toMatchObject({
      bases: {facts: {[`v1/Secret ${one.namespace}/token`]: expect.stringMatching(/^[0-9a-f]{64}$/)}},
    });
    expect(text).not.toContain(secret);
    expect(text).not.toContain(Buffer.from(secret).toString('base64'));
  });

  it('a stack is built without a cluster, and its sources learn that there is none', async () => {
    const one = await openStack(cluster, regionOf);
    await buildSpec({directory: one.stack.dir}, one.deps);
    expect(one.built).toEqual([undefined]);
    expect(one.opened()).toBe(0);
  });

  it('the context is resolved before the build only if a source asks the cluster', async () => {
    const asks = await openStack(cluster, regionOf);
    const silent = await openStack(cluster, async () => ({}));
    for (const {stack} of [asks, silent]) {
      await stack.write({'workspaces/test.yaml': {name: 'test', context: {kubeconfig_path: './missing'}}});
    }
    expect(await failureOf(previewRelease(asks.request, asks.deps))).toMatchObject({code: 'context/kubeconfig'});
    expect(asks.built).toEqual([]);
    expect(await failureOf(previewRelease(silent.request, silent.deps))).toMatchObject({code: 'context/kubeconfig'});
    expect(silent.built).toEqual([{}]);
  });
});

async function failureOf(run: Promise<unknown>): Promise<unknown> {
  try {
    await run;
  } catch (error) {
    if (error instanceof GantryError) return error.failure;
    throw error;
  }
  return undefined;
}
