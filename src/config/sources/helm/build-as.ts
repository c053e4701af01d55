import {readFacts} from '../../../core/chart/read-facts.ts';
import {isError} from '../../../core/diagnostic/diagnostic.ts';
import {eachString} from '../../../core/reference/map-strings.ts';
import {valuesNotIn} from '../../../core/secret/values-not-in.ts';
import type {Located} from '../../../core/variation/located.ts';
import {isSecretName} from '../../../core/workspace/mask.ts';
import type {ChartFiles} from '../../../ports/chart-files.ts';
import type {SourceFacts} from '../../../ports/source-facts.ts';
import type {Built, SourceEntry} from '../source.ts';
import {buildObjects, type RenderTools, renderOnce} from './build-objects.ts';
import {chartWarnings} from './chart-warnings.ts';
import {clusterNotes} from './cluster-notes.ts';
import {explainField} from './explain-field.ts';
import type {FoundChart} from './find-chart.ts';
import type {ChartReferences} from './find-references.ts';
import {locateBuilt} from './locate-built.ts';
import {printedSecrets, withoutSecrets} from './looked-up-secrets.ts';
import {markParts} from './mark-parts.ts';
import {placeObjects} from './place-objects.ts';
import {placeReferences} from './place-references.ts';
import type {HelmRelease} from './read-release.ts';
import {recordOf} from './record-of.ts';
import {recordedSource} from './recorded-source.ts';
import type {ChartInputs} from './render-chart.ts';
import {splitHooks} from './split-hooks.ts';
import {unknownWarning, unreadKeys} from './unknown-values.ts';
import {reportUnread} from './unread-values.ts';
import {explainProblems} from './value-problems.ts';

/** The chart and the values of a source, before it is rendered. */
export type ChartParts = Pick<ChartInputs, 'settings' | 'references' | 'crds' | 'templates' | 'values'> & {
  readonly found: FoundChart;
  readonly files: ChartFiles;
  readonly defaults: Located;
};

/** The entry of a source, its facts, and the parts that rendering needs. */
export type BuildContext = {
  readonly entry: SourceEntry;
  readonly facts: SourceFacts | undefined;
  /** Returns the values of the Secrets that the chart has looked up. */
  readonly lookedUp: () => readonly string[];
  readonly tools: Omit<RenderTools, 'entry' | 'locate'>;
};

/** Renders a chart as an installation or as an upgrade. */
export async function buildAs(
  release: HelmRelease,
  {found, files, defaults, ...parts}: ChartParts,
  {entry, facts, lookedUp, tools}: BuildContext,
): Promise<Built> {
  const {chart, locked} = found;
  const {settings, references, templates, values} = parts;
  const known = knownTexts(files, references, release);
  const reads = readFacts([...files.values(), JSON.stringify(references.values)]);
  const inputs = {...parts, chart, release, facts, locked, known, reads};
  const locate = (built: Built): Built => locateBuilt(markParts(built, release.name), templates);
  const rendered = locate(await buildObjects(inputs, {entry, locate, ...tools}));
  const problems = withoutSecrets(
    [
      ...rendered.diagnostics,
      ...printedSecrets(rendered.candidates, lookedUp(), [...known, JSON.stringify(references.values)]),
    ],
    valuesNotIn(known, lookedUp()),
  );
  const recorded = await recordedSource(release.name, facts);
  const isKnown = recorded?.value['digest'] === chart.digest;
  const warnings = chartWarnings(files, {name: chart.name, isOffline: facts === undefined, isKnown}, templates);
  // They are often the cause: without a cluster, a look-up finds nothing.
  if (problems.some(isError))
    return {candidates: [], diagnostics: [...explainProblems(problems, {references, files}), ...warnings]};
  const built = placeReferences({...rendered, diagnostics: problems}, references);
  const unknown = unreadKeys(references, defaults, files);
  const notes = [
    ...found.diagnostics,
    ...reportUnread(built.candidates, references, {files, unknown}),
    ...unknown.map((one) => unknownWarning(one, references)),
    ...warnings,
    ...(await clusterNotes(locked, facts, entry)),
  ];
  const placed = {
    ...built,
    candidates: placeObjects(built.candidates, release),
    diagnostics: [...built.diagnostics, ...notes],
    records: [recordOf(chart, release)],
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
}

/** Returns the texts that are not secret to anybody who may read the stack. Values with the names of secrets are left out. */
function knownTexts(files: ChartFiles, {values}: ChartReferences, {name, namespace}: HelmRelease): readonly string[] {
  const open: string[] = [];
  eachString(values, (text, at) => {
    if (!at.some((step) => typeof step === 'string' && isSecretName(step))) open.push(text);
  });
  return [...files.values(), ...open, name, namespace];
}
