import {dirname, resolve} from 'node:path';
import {isError} from '../../../core/diagnostic/diagnostic.ts';
import {once} from '../../../lib/once.ts';
import type {Charts} from '../../../ports/charts.ts';
import type {ChartFiles, ReadChartFiles} from '../../../ports/chart-files.ts';
import type {Helm} from '../../../ports/helm.ts';
import type {SourceProblem} from '../../../ports/source-problem.ts';
import type {Candidate, Candidates} from '../../manifests/candidate.ts';
import type {Built, Source} from '../source.ts';
import {findChart} from './find-chart.ts';
import {type ChartReferences, findReferences, formsOf} from './find-references.ts';
import type {HelmSettings} from './helm-model.ts';
import {placeObjects} from './place-objects.ts';
import {placeReferences} from './place-references.ts';
import {firstValues, putReferences, type RenderWith} from './put-references.ts';
import {readRelease} from './read-release.ts';
import {readRendered} from './read-rendered.ts';
import {readValues} from './read-values.ts';
import {recordOf} from './record-of.ts';
import {renderChart} from './render-chart.ts';
import {reportUnread} from './unread-values.ts';
import {explainProblems} from './value-problems.ts';

/** The tools of a Helm source, opened when the first chart is built. */
export type HelmSourceTools = {
  readonly charts: () => Promise<Charts>;
  readonly helm: () => Promise<Helm>;
  readonly files: () => Promise<ReadChartFiles>;
};

/** Returns the source of the objects of a Helm chart. Each step of a build has a file of its own. */
export const helmSource = (tools: HelmSourceTools): Source => ({
  inputs: ({written, place: {stackDir}}) => {
    const {path, valuesFiles = []} = (written ?? {}) as HelmSettings;
    const files = valuesFiles.map((file) => resolve(stackDir, file.replace(/\?$/, '')));
    const isFixed = (file: string): boolean => !file.includes('${');
    return {
      directories: [
        ...(path === undefined ? [] : [resolve(stackDir, path)]),
        ...files.filter((file) => !isFixed(file)).map((file) => dirname(file)),
      ],
      files: files.filter(isFixed),
    };
  },
  build: async (entry, facts): Promise<Built> => {
    const settings = (entry.written ?? {}) as HelmSettings;
    const chart = await findChart(settings, entry, tools.charts);
    if ('candidates' in chart) return chart;
    const read = readValues(settings, entry);
    if ('diagnostics' in read) return {candidates: [], diagnostics: read.diagnostics};
    const release = await readRelease(settings, chart, {entry, facts});
    const references = await findReferences(read.values, settings, {entry, facts, release: release.name});
    if ('diagnostics' in references) return {candidates: [], diagnostics: references.diagnostics};
    const render: RenderWith = async (values) => {
      const rendered = await renderChart({settings, chart, release, values, facts}, entry, tools.helm);
      return 'candidates' in rendered ? rendered : readRendered(rendered.text);
    };
    const files = once(async () => filesOf(await (await tools.files())(chart)));
    const first = await render(firstValues(references));
    if (first.diagnostics.some(isError)) {
      const given = {references, forms: formsOf(references, 1), files};
      return {candidates: [], diagnostics: await explainProblems(first.diagnostics, given)};
    }
    const {candidates, diagnostics} = await referred(first.candidates, {references, render, files});
    return {
      candidates: placeObjects(candidates, release),
      diagnostics: [...first.diagnostics, ...diagnostics],
      record: recordOf(chart, release),
    };
  },
});

type Referring = {
  readonly references: ChartReferences;
  readonly render: RenderWith;
  readonly files: () => Promise<ChartFiles>;
};

/** Returns the objects with the references of the values in them. */
async function referred(first: readonly Candidate[], {references, render, files}: Referring): Promise<Candidates> {
  if (references.tokens.length === 0) return {candidates: first, diagnostics: []};
  const {candidates, diagnostics, unused} = await putReferences(first, references, render);
  const unread = unused.length === 0 ? [] : reportUnread(unused, references, await files());
  return {candidates: placeReferences(candidates, references), diagnostics: [...diagnostics, ...unread]};
}

/** A chart that helm can read but this program cannot has no files to explain problems with. */
const filesOf = (read: ChartFiles | SourceProblem): ChartFiles => (read instanceof Map ? read : new Map());
