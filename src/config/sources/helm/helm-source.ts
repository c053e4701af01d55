import {resolve} from 'node:path';
import type {OutputCache} from '../../../lib/output-cache.ts';
import type {Charts} from '../../../ports/charts.ts';
import type {Helm} from '../../../ports/helm.ts';
import type {Built, Source} from '../source.ts';
import {buildObjects} from './build-objects.ts';
import {findChart} from './find-chart.ts';
import type {HelmSettings} from './helm-model.ts';
import {placeObjects} from './place-objects.ts';
import {readRelease} from './read-release.ts';
import {readValues} from './read-values.ts';
import {recordOf} from './record-of.ts';

/** The tools of a Helm source, opened when the first chart is built. */
export type HelmSourceTools = {
  readonly charts: () => Promise<Charts>;
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
      files: valuesFiles.map((file) => resolve(stackDir, file)),
    };
  },
  build: async (entry, facts): Promise<Built> => {
    const settings = (entry.written ?? {}) as HelmSettings;
    const chart = await findChart(settings, entry, tools.charts);
    if ('candidates' in chart) return chart;
    const values = readValues(settings, entry);
    if ('diagnostics' in values) return {candidates: [], diagnostics: values.diagnostics};
    const release = await readRelease(settings, chart, {entry, facts});
    const built = await buildObjects({settings, chart, release, values: values.merged, facts}, {entry, ...tools});
    return {...built, candidates: placeObjects(built.candidates, release), record: recordOf(chart, release)};
  },
});
