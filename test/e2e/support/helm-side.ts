import {existsSync} from 'node:fs';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {loadAll} from 'js-yaml';
import {vi} from 'vitest';
import {isObject, type JsonObject} from '../../../src/core/json.ts';
import type {Cluster} from '../../rig/cluster.ts';
import {runTool} from '../../rig/other-tools.ts';
import {scratchDirectory} from '../../rig/scratch.ts';
import {crdGroups, listsGroup} from './crd-groups.ts';
import {refreshApis} from './live-objects.ts';
import {copyCharts, raiseVersion, type TestChart} from './test-charts.ts';

export const HELMS = ['helm', 'helm4'] as const;
export type HelmTool = (typeof HELMS)[number];

/** The four states of a chart in a cluster. */
export type Step = 'install' | 'upgrade' | 'rollback' | 'uninstall';

/** A chart that a real helm installs into a namespace. */
export type HelmSide = {
  readonly run: (step: Step) => Promise<void>;
  /** Renders the chart for a namespace, as the last step did, with the APIs that the cluster has now. */
  readonly render: (namespace: string) => Promise<readonly JsonObject[]>;
};

type Options = {
  readonly helm: HelmTool;
  readonly chart: TestChart;
  readonly cluster: Cluster;
  readonly namespace: string;
  /** More flags for installations, upgrades and rollbacks: `--wait`. */
  readonly flags?: readonly string[];
};

/** Opens the side of Helm. The dependencies of the chart are built by Helm itself. */
export async function helmSide({helm, chart, cluster, namespace, flags = []}: Options): Promise<HelmSide> {
  const charts = join(await scratchDirectory(), 'charts');
  await copyCharts(chart, charts);
  const path = join(charts, chart.file);
  const [values, upgraded] = [join(charts, 'first.json'), join(charts, 'second.json')];
  await writeFile(values, JSON.stringify(chart.values));
  await writeFile(upgraded, JSON.stringify(chart.upgrade ?? {}));
  await buildDependencies(helm, cluster, path);
  const {name} = chart;
  const inside = (...args: readonly string[]) => runTool(helm, cluster, [...args, '-n', namespace]);
  let given: readonly string[] = ['-f', values];
  const template = (to: string) => rendered({helm, cluster, args: [name, path, '-n', to, ...given]});
  const steps: Readonly<Record<Step, () => Promise<string>>> = {
    install: async () => {
      await createCrds(cluster, await template(namespace));
      return inside('install', name, path, ...given, ...flags);
    },
    upgrade: async () => {
      await raiseVersion(charts, chart);
      given = ['-f', values, '-f', upgraded];
      return inside('upgrade', name, path, ...given, ...flags);
    },
    rollback: () => inside('rollback', name, '1', ...flags),
    uninstall: () => inside('uninstall', name, '--wait'),
  };
  return {
    run: async (step) => void (await steps[step]()),
    render: async (to) => {
      await refreshApis(cluster);
      return objectsOf(await template(to));
    },
  };
}

type Rendered = {readonly helm: HelmTool; readonly cluster: Cluster; readonly args: readonly string[]};

/** Returns what Helm renders for a cluster, with the CRDs. */
export async function rendered({helm, cluster, args}: Rendered): Promise<string> {
  return runTool(helm, cluster, ['template', ...args, '--include-crds', ...(await capabilities(cluster))]);
}

/**
 * Creates the CRDs in the directories `crds/` of a rendered chart before Helm does. Helm creates them itself, but a server that lists their APIs late lets it render the chart
 * without them.
 */
export async function createCrds(cluster: Cluster, text: string): Promise<void> {
  const files = text.split(/^# Source: /m).filter((file) => /^[^/\n]+(\/charts\/[^/\n]+)*\/crds\//.test(file));
  const crds = files.flatMap((file) => objectsOf(`# ${file}`));
  for (const crd of crds) await cluster.create(crd);
  for (const group of crdGroups(crds))
    await vi.waitUntil(async () => (await listsGroup(cluster, group)) === true, 30_000);
}

/** Returns the flags by which `helm template` knows what it asks a cluster in an installation. */
async function capabilities({client}: Cluster): Promise<readonly string[]> {
  const {resources} = await client.discovery.served();
  const apis = resources.flatMap(({apiVersion, kind}) => [apiVersion, `${apiVersion}/${kind}`]);
  return ['--kube-version', await client.version(), ...[...new Set(apis)].flatMap((api) => ['-a', api])];
}

/** Builds what the directory `charts/` of a chart lacks, and of the charts beside it that it needs. */
async function buildDependencies(helm: HelmTool, cluster: Cluster, path: string): Promise<void> {
  if (path.endsWith('.tgz')) return;
  const listed = await runTool(helm, cluster, ['dependency', 'list', path]);
  if (!/\bmissing\b/.test(listed)) return;
  for (const [, neighbour = ''] of listed.matchAll(/file:\/\/(\S+)/g))
    await buildDependencies(helm, cluster, join(path, neighbour));
  const how = existsSync(join(path, 'Chart.lock')) ? 'build' : 'update';
  const flags = listed.includes('oci://127.0.0.1') ? ['--plain-http'] : [];
  await runTool(helm, cluster, ['dependency', how, '--skip-refresh', ...flags, path]);
}

const objectsOf = (text: string): readonly JsonObject[] =>
  loadAll(text)
    .filter((one): one is JsonObject => isObject(one as JsonObject))
    .flatMap(membersOf);

const membersOf = (object: JsonObject): readonly JsonObject[] =>
  object['kind'] === 'List' ? ((object['items'] ?? []) as readonly JsonObject[]) : [object];
