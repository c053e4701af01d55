import {mergeValues} from '../../../core/chart/merge-values.ts';
import {isError} from '../../../core/diagnostic/diagnostic.ts';
import type {OutputCache} from '../../../lib/output-cache.ts';
import type {ChartFiles, ReadChartFiles} from '../../../ports/chart-files.ts';
import type {Charts} from '../../../ports/charts.ts';
import type {Helm} from '../../../ports/helm.ts';
import type {Built, Source} from '../source.ts';
import {buildObjects, renderOnce} from './build-objects.ts';
import {chartDefaults} from './chart-defaults.ts';
import {chartInputs} from './chart-inputs.ts';
import {chartTemplates} from './chart-templates.ts';
import {chartWarnings} from './chart-warnings.ts';
import {clusterNotes} from './cluster-notes.ts';
import {crdsOfStack} from './crds-of-stack.ts';
import {explainField} from './explain-field.ts';
import {findChart} from './find-chart.ts';
import {type ChartReferences, findReferences} from './find-references.ts';
import type {HelmSettings} from './helm-model.ts';
import {locateBuilt} from './locate-built.ts';
import {noteSecrets, printedSecrets, withoutSecrets} from './looked-up-secrets.ts';
import {markParts} from './mark-parts.ts';
import {placeObjects} from './place-objects.ts';
import {placeReferences} from './place-references.ts';
import {problemOf} from './problem-of.ts';
import {firstValues} from './put-references.ts';
import {type HelmRelease, readRelease} from './read-release.ts';
import {readValues} from './read-values.ts';
import {recordOf} from './record-of.ts';
import {settleUpgrade} from './settle-upgrade.ts';
import {splitHooks} from './split-hooks.ts';
import {reportUnread} from './unread-values.ts';
import {explainProblems} from './value-problems.ts';

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
  build: async (entry, asked): Promise<Built> => {
    const {facts, values: lookedUp} = noteSecrets(asked);
    const settings = (entry.written ?? {}) as HelmSettings;
    const found = await findChart(settings, entry, tools.charts);
    if ('candidates' in found) return found;
    const {chart, locked} = found;
    const files = await (await tools.files())(chart);
    if ('problem' in files) return problemOf(files, entry);
    const read = readValues(settings, entry);
    if ('diagnostics' in read) return {candidates: [], diagnostics: read.diagnostics};
    const named = await readRelease(settings, chart, {entry, facts});
    const references = await findReferences(read.values, settings, {entry, facts, release: named.name});
    if ('diagnostics' in references) return {candidates: [], diagnostics: references.diagnostics};
    const defaults = chartDefaults(files, chart, settings.path !== undefined);
    const crds = crdsOfStack({files, settings, values: mergeValues(defaults, read.values).value}, entry);
    const templates = chartTemplates(files, {path: chart.directory ?? chart.path}, settings.path !== undefined);
    const values = firstValues(references);
    const release = await settleUpgrade(named, {chart, values}, facts);
    const inputs = {settings, chart, templates, release, values, references, facts, locked, crds};
    const locate = (built: Built): Built => locateBuilt(markParts(built, release.name), templates);
    const rendered = locate(await buildObjects(inputs, {entry, locate, ...tools}));
    const problems = withoutSecrets(
      [
        ...rendered.diagnostics,
        ...printedSecrets(rendered.candidates, lookedUp(), knownTexts(files, references, release)),
      ],
      lookedUp(),
    );
    if (problems.some(isError)) return {candidates: [], diagnostics: explainProblems(problems, {references, files})};
    const built = placeReferences({...rendered, diagnostics: problems}, references);
    const notes = [
      ...found.diagnostics,
      ...reportUnread(built.candidates, references, files),
      ...chartWarnings(files, {name: chart.name, isOffline: facts === undefined}, templates),
      ...(await clusterNotes(locked, facts, entry)),
    ];
    const placed = {
      ...built,
      candidates: placeObjects(built.candidates, release),
      diagnostics: [...built.diagnostics, ...notes],
      record: recordOf(chart, release),
    };
    const explained = {
      ...placed,
      explainField: (id: string, path: string) =>
        explainField(id, path, {
          chart: chart.name,
          references,
          values,
          defaults,
          render: async (other) => locate(await renderOnce({...inputs, values: other}, {entry, locate, ...tools})),
          namespace: settings.namespace ?? entry.namespace,
          now: () => performance.now(),
        }),
    };
    return splitHooks(explained, {release: release.name, chart, values: references.values, settings});
  },
});

/** Returns the texts that anybody who may read the stack knows. */
const knownTexts = (
  files: ChartFiles,
  {values}: ChartReferences,
  {name, namespace}: HelmRelease,
): readonly string[] => [...files.values(), JSON.stringify(values), name, namespace];
