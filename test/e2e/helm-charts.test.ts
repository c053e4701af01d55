import {loadAll} from 'js-yaml';
import {describe, expect, it, vi} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import {identityOf} from '../../src/core/resource/identity.ts';
import type {Cluster} from '../rig/cluster.ts';
import {atEndOfTest, keepTestsApart} from '../rig/end-of-test.ts';
import {namespaceObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {beforeAllBuild} from '../rig/other-tools.ts';
import {startRecordingProxy} from '../rig/recording-proxy.ts';
import {differenceLines, differingPaths} from './support/compare-objects.ts';
import {crdGroups, listsGroup} from './support/crd-groups.ts';
import {gantrySide} from './support/gantry-side.ts';
import {HELMS, type HelmTool, helmSide, type Step} from './support/helm-side.ts';
import {comparable, existingKinds, type LiveObjects, outsideOf, readLive} from './support/live-objects.ts';
import {isOwn, type TestChart, testCharts} from './support/test-charts.ts';

const STEPS: readonly Step[] = ['install', 'upgrade', 'rollback', 'uninstall'];

onCluster('a chart that Helm installs and Gantry applies', (cluster) => {
  beforeAllBuild(...HELMS);
  keepTestsApart();

  for (const chart of testCharts())
    describe(`chart ${chart.name}`, {concurrent: isConcurrent(chart)}, () => {
      it.each(HELMS)(
        'the live objects are those that %s installs, upgrades, rolls back and leaves',
        async (helm) => {
          const proxy = await startRecordingProxy(cluster.kubeconfigPath);
          atEndOfTest(() => proxy.close());
          const expected = await installed(cluster, chart, helm);
          const namespace = await preparedNamespace(cluster, chart);
          atEndOfTest(() => remove(cluster, expected.outside, namespace));
          const gantry = await gantrySide({helm, chart, proxy, namespace});
          for (const step of STEPS) {
            await gantry.run(step);
            const live = await readLive(cluster, namespace, expected.outside);
            // Helm leaves the objects of hooks behind for ever. A destroy deletes those, too.
            const helms = step === 'uninstall' ? withoutHooks(expected.live[step], live) : expected.live[step];
            const differences = differenceLines(helms, live, expected.random[step]);
            expect(differences, `after ${step}:\n${differences.join('\n')}`).toEqual([]);
            if (step === 'install' || step === 'upgrade') await gantry.expectQuiet();
          }
          // Only the proxy has the credentials of the cluster.
          expect(proxy.requests.filter(({userAgent}) => /helm/i.test(userAgent))).toEqual([]);
        },
        limitOf(chart),
      );
    });
});

/** The project's own charts with objects of the whole cluster, which others would see, or with servers of their test. */
const ALONE = new Set(['admission', 'operator', 'portal', 'portal-locked']);

/** Reports whether a chart can be installed at the same time as others. */
const isConcurrent = (chart: TestChart): boolean => isOwn(chart) && !ALONE.has(chart.name);

/** The time limit of a chart in milliseconds: those of others have hundreds of objects. */
const limitOf = (chart: TestChart): number => (isOwn(chart) ? 120_000 : 600_000);

type Installed = {
  readonly live: Readonly<Record<Step, LiveObjects>>;
  /** The paths of values that are random, or derived from such. */
  readonly random: Readonly<Record<Step, ReadonlySet<string>>>;
  /** The objects that are cluster-wide or in other namespaces. */
  readonly outside: readonly JsonObject[];
};

/** Lets Helm install, upgrade, roll back and uninstall a chart, and reads the live objects after each step. */
async function installed(cluster: Cluster, chart: TestChart, helm: HelmTool): Promise<Installed> {
  const namespace = await preparedNamespace(cluster, chart);
  const side = await helmSide({helm, chart, cluster, namespace});
  const [live, random] = [new Map<Step, LiveObjects>(), new Map<Step, ReadonlySet<string>>()];
  let outside: readonly JsonObject[] = [];
  atEndOfTest(() => remove(cluster, outside, namespace));
  const read = async (step: Step): Promise<void> => {
    await side.run(step);
    if (step === 'install' || step === 'upgrade') {
      const rendered = await side.render(namespace);
      const other = `other-${namespace}`;
      random.set(step, differingPaths(comparable(rendered, namespace), comparable(await side.render(other), other)));
      outside = [...outside, ...(await outsideOf(cluster, rendered, namespace))];
    }
    live.set(step, await readLive(cluster, namespace, outside));
  };
  for (const step of STEPS) await read(step);
  const first = random.get('install') ?? new Set();
  for (const step of ['rollback', 'uninstall'] as const) random.set(step, first);
  await remove(cluster, outside, namespace);
  const recordOf = <T>(found: ReadonlyMap<Step, T>) => Object.fromEntries(found) as Record<Step, T>;
  return {live: recordOf(live), random: recordOf(random), outside};
}

/** Leaves out objects of hooks that only the first has. */
const withoutHooks = (objects: LiveObjects, others: LiveObjects): LiveObjects =>
  Object.fromEntries(Object.entries(objects).filter(([key, object]) => key in others || !isHook(object)));

const isHook = ({metadata}: JsonObject): boolean =>
  'helm.sh/hook' in (((metadata as JsonObject)['annotations'] as JsonObject | undefined) ?? {});

async function preparedNamespace(cluster: Cluster, {before}: TestChart): Promise<string> {
  const namespace = cluster.freshNamespace('chart');
  await cluster.create(namespaceObject(namespace));
  for (const object of loadAll(before.replaceAll('NAMESPACE', namespace)) as JsonObject[]) {
    // An object of the whole cluster exists since the first test.
    if ((await cluster.get(identityOf(object))) === undefined) await cluster.create(object);
  }
  return namespace;
}

/** Deletes what outlives a chart outside of its namespace, so that the chart can be installed again. */
async function remove(cluster: Cluster, objects: readonly JsonObject[], namespace: string): Promise<void> {
  const refs = await existingKinds(cluster, objects, namespace);
  for (const ref of refs.toReversed()) await cluster.delete(ref);
  for (const ref of refs) await vi.waitUntil(async () => (await cluster.get(ref)) === undefined, 30_000);
  // The server lists the APIs of a CRD for a while after it, and charts ask for them.
  for (const group of crdGroups(objects))
    await vi.waitUntil(async () => (await listsGroup(cluster, group)) === false, 30_000);
}
