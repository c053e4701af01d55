import {mergeValues} from '../../../core/chart/merge-values.ts';
import {isObject} from '../../../core/json.ts';
import type {OutputCache} from '../../../lib/output-cache.ts';
import type {ReadChartFiles} from '../../../ports/chart-files.ts';
import type {Charts} from '../../../ports/charts.ts';
import type {Helm} from '../../../ports/helm.ts';
import {nearPath} from '../../near-path.ts';
import type {Built, Source} from '../source.ts';
import {buildAs} from './build-as.ts';
import {chartDefaults} from './chart-defaults.ts';
import {chartInputs} from './chart-inputs.ts';
import {chartTemplates} from './chart-templates.ts';
import {crdsOfStack} from './crds-of-stack.ts';
import {findChart} from './find-chart.ts';
import {findReferences} from './find-references.ts';
import type {HelmSettings} from './helm-model.ts';
import {noteSecrets} from './looked-up-secrets.ts';
import {problemOf} from './problem-of.ts';
import {firstValues} from './put-references.ts';
import {readRelease} from './read-release.ts';
import {readValues} from './read-values.ts';
import {settleConverted, settleUpgrade} from './settle-upgrade.ts';

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
  inputs: chartInputs,
  values: (entry) => {
    const read = readValues((entry.written ?? {}) as HelmSettings, entry);
    return 'values' in read && isObject(read.values.value) ? read.values.value : {};
  },
  checkLock: async (entry, lock) =>
    (await import('./check-chart-lock.ts')).checkChartLock((entry.written ?? {}) as HelmSettings, entry, {
      lock,
      open: tools.charts,
    }),
  build: async (entry, asked): Promise<Built> => {
    const {facts, values: lookedUp} = noteSecrets(asked);
    const settings = (entry.written ?? {}) as HelmSettings;
    const found = await findChart(settings, entry, tools.charts);
    if ('candidates' in found) return found;
    const {chart} = found;
    const files = await (await tools.files())(chart);
    if ('problem' in files) return problemOf(files, entry);
    const read = readValues(settings, entry);
    if ('diagnostics' in read) return {candidates: [], diagnostics: read.diagnostics};
    const named = await readRelease(settings, chart, {entry, facts});
    const references = await findReferences(read.values, settings, {entry, facts, release: named.name});
    if ('diagnostics' in references) return {candidates: [], diagnostics: references.diagnostics};
    const show = settings.path === undefined ? undefined : (file: string) => nearPath(file, entry.place.projectDir);
    const defaults = chartDefaults(files, chart, show);
    const crds = crdsOfStack({files, settings, values: mergeValues(defaults, read.values).value}, entry);
    const templates = chartTemplates(files, {path: chart.directory ?? chart.path}, show);
    const values = firstValues(references);
    const parts = {settings, found, files, references, defaults, crds, templates, values};
    const context = {entry, facts, lookedUp, tools};
    const release = await settleUpgrade(named, {chart, values}, facts);
    const built = await buildAs(release, parts, context);
    const settled = named.isUpgrade ? release : await settleConverted(release, built.candidates, {entry, facts});
    return settled === release ? built : buildAs(settled, parts, context);
  },
});
