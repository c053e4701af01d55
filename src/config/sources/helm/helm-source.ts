import {resolve} from 'node:path';
import type {ReadChartFiles} from '../../../ports/chart-files.ts';
import type {Charts} from '../../../ports/charts.ts';
import type {Helm} from '../../../ports/helm.ts';
import {untrustedCheckout} from '../../untrusted/checkout.ts';
import type {Built, Source} from '../source.ts';
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
import {readRendered} from './read-rendered.ts';
import {readValues} from './read-values.ts';
import {recordOf} from './record-of.ts';
import {renderChart} from './render-chart.ts';

/** The tools of a Helm source, opened when the first chart is built. */
export type HelmSourceTools = {
  readonly charts: () => Promise<Charts>;
  readonly files: () => Promise<ReadChartFiles>;
  readonly helm: () => Promise<Helm>;
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
    const templates = chartTemplates(files, chart, settings.path !== undefined);
    const inputs = {settings, chart, templates, release, values: values.merged, facts, locked: lock.locked, crds};
    const rendered = await renderChart(inputs, entry, tools.helm);
    const read = 'candidates' in rendered ? rendered : readRendered(rendered.text);
    const {candidates, diagnostics} = locateBuilt(read, templates);
    const without = untrustedCheckout() === undefined ? (facts === undefined ? 'offline' : undefined) : 'untrusted';
    const notes = [
      ...chartWarnings(files, {name: chart.name, without}, templates),
      ...(await clusterNotes(lock, facts, entry)),
    ];
    return {
      candidates: placeObjects(candidates, release),
      diagnostics: [...diagnostics, ...notes],
      record: recordOf(chart, release),
    };
  },
});
