import {resolve} from 'node:path';
import type {OutputCache} from '../../../lib/output-cache.ts';
import type {ReadChartFiles} from '../../../ports/chart-files.ts';
import type {Charts} from '../../../ports/charts.ts';
import type {Helm} from '../../../ports/helm.ts';
import type {Built, Source} from '../source.ts';
import {buildObjects} from './build-objects.ts';
import {chartTemplates} from './chart-templates.ts';
import {chartWarnings} from './chart-warnings.ts';
import {clusterNotes} from './cluster-notes.ts';
import {crdsOfStack} from './crds-of-stack.ts';
import {findChart} from './find-chart.ts';
import type {HelmSettings} from './helm-model.ts';
import {locateBuilt} from './locate-built.ts';
import {placeObjects} from './place-objects.ts';
import {problemOf} from './problem-of.ts';
import {CHART_LOCK, readLockedCluster} from './read-locked-cluster.ts';
import {readRelease} from './read-release.ts';
import {readValues} from './read-values.ts';
import {recordOf} from './record-of.ts';
import {splitHooks} from './split-hooks.ts';

/** The tools of a Helm source, opened when the first chart is built. */
export type HelmSourceTools = {
  readonly charts: () => Promise<Charts>;
  readonly files: () => Promise<ReadChartFiles>;
  readonly helm: () => Promise<Helm>;
  /** Returns the identity of the helm program. */
  readonly program: () => Promise<string | undefined>;
  /** Keeps renders. */
  readonly cache: OutputCache;
};

/** Returns the source of the objects of a Helm chart. Each step of a build has a file of its own. */
export const helmSource = (tools: HelmSourceTools): Source => ({
  inputs: ({written, place: {stackDir}}) => {
    const {path, valuesFiles = []} = (written ?? {}) as HelmSettings;
    return {
      directories: path === undefined ? [] : [resolve(stackDir, path)],
      files: [CHART_LOCK, ...valuesFiles].map((file) => resolve(stackDir, file)),
    };
  },
  build: async (entry, facts): Promise<Built> => {
    const settings = (entry.written ?? {}) as HelmSettings;
    const chart = await findChart(settings, entry, tools.charts);
    if ('candidates' in chart) return chart;
    const files = await (await tools.files())(chart);
    if ('problem' in files) return problemOf(files, entry);
    const values = readValues(settings, entry);
    if ('diagnostics' in values) return {candidates: [], diagnostics: values.diagnostics};
    const lock = readLockedCluster(entry.place);
    if (lock.diagnostics.length > 0) return {candidates: [], diagnostics: lock.diagnostics};
    const release = await readRelease(settings, chart, {entry, facts});
    const crds = crdsOfStack(files, settings, entry);
    const inputs = {settings, chart, release, values: values.merged, facts, locked: lock.locked, crds};
    const templates = chartTemplates(files, chart, settings.path !== undefined);
    const locate = (built: Built): Built => locateBuilt(built, templates);
    const built = locate(await buildObjects(inputs, {entry, locate, ...tools}));
    const notes = [...chartWarnings(files, chart.name, templates), ...(await clusterNotes(lock, facts, entry))];
    const placed = {
      ...built,
      candidates: placeObjects(built.candidates, release),
      diagnostics: [...built.diagnostics, ...notes],
      record: recordOf(chart, release),
    };
    return splitHooks(placed, {release: release.name, chart, values: values.merged, settings});
  },
});
