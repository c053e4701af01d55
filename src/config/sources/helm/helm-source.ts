import {resolve} from 'node:path';
import type {Charts} from '../../../ports/charts.ts';
import type {Helm} from '../../../ports/helm.ts';
import {LOCK_FILE} from '../../own-files.ts';
import type {Built, Source} from '../source.ts';
import {findChart} from './find-chart.ts';
import type {HelmSettings} from './helm-model.ts';
import {placeObjects} from './place-objects.ts';
import {readRelease} from './read-release.ts';
import {readRendered} from './read-rendered.ts';
import {readValues} from './read-values.ts';
import {recordOf} from './record-of.ts';
import {renderChart} from './render-chart.ts';

/** The tools of a Helm source, opened when the first chart is built. */
export type HelmSourceTools = {readonly charts: () => Promise<Charts>; readonly helm: () => Promise<Helm>};

/** Returns the source of the objects of a Helm chart. Each step of a build has a file of its own. */
export const helmSource = (tools: HelmSourceTools): Source => ({
  inputs: ({written, place: {stackDir}}) => {
    const {path, valuesFiles = []} = (written ?? {}) as HelmSettings;
    return {
      directories: path === undefined ? [] : [resolve(stackDir, path)],
      files: [LOCK_FILE, ...valuesFiles].map((file) => resolve(stackDir, file)),
    };
  },
  build: async (entry, facts): Promise<Built> => {
    const settings = (entry.written ?? {}) as HelmSettings;
    const found = await findChart(settings, entry, tools.charts);
    if ('candidates' in found) return found;
    const {chart} = found;
    const values = readValues(settings, entry);
    if ('diagnostics' in values) return {candidates: [], diagnostics: values.diagnostics};
    const release = await readRelease(settings, chart, {entry, facts});
    const merged = values.values.value as Parameters<typeof renderChart>[0]['values'];
    const rendered = await renderChart({settings, chart, release, values: merged, facts}, entry, tools.helm);
    if ('candidates' in rendered) return rendered;
    const {candidates, diagnostics} = readRendered(rendered.text);
    return {
      candidates: placeObjects(candidates, release),
      diagnostics: [...found.diagnostics, ...diagnostics],
      record: recordOf(chart, release),
    };
  },
});
