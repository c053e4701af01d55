import {resolve} from 'node:path';
import {readRendered} from '../../config/sources/helm/read-rendered.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {containerImages} from '../../kubernetes/variation/container-images.ts';
import {defined} from '../../lib/defined.ts';
import type {ChartTools} from '../../ports/chart-tools.ts';
import type {Chart} from '../../ports/charts.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {type ChartDetails, chartDetails} from './chart-details.ts';
import {withoutProblem} from './chart-problem.ts';
import {findChart, type NamedChart} from './find-chart.ts';
import {loginsFor} from './logins-for.ts';
import {staleWarning} from './stale-warning.ts';

/** Request of `gantry chart show CHART`. */
export type ShowChart = NamedChart &
  Pick<StackRequest, 'directory' | 'workspace'> & {readonly version?: string | undefined};

/** The answer of `gantry chart show`. */
export type ChartShown = ChartDetails & {
  readonly formatVersion: 1;
  /** The newest versions in the repository, newest first. */
  readonly versions: readonly string[];
  /** The images of the objects that the chart makes with its default values. Absent: it cannot be rendered with them. */
  readonly images?: readonly string[];
  readonly values: string;
  readonly readme: string;
  readonly notes: string;
  readonly diagnostics: readonly Diagnostic[];
};

/** The number of versions that are shown. */
const MOST_VERSIONS = 10;

/**
 * Returns the facts and the contents of a chart that no stack needs to use yet.
 * @throws GantryError `input/invalid` if the chart cannot be found or read
 */
export async function showChart(request: ShowChart, deps: Deps): Promise<ChartShown> {
  const tools = await deps.charts();
  const directory = resolve(request.directory ?? deps.cwd);
  const login = await loginsFor(request, undefined, deps);
  const place = await findChart(request, {directory, home: deps.home, indexes: tools.indexes, login});
  const listed = 'path' in place ? {versions: []} : withoutProblem(await tools.indexes.versions(place, login));
  const chart = withoutProblem(await tools.charts({place, ...defined({version: request.version, login})}));
  const files = withoutProblem(await tools.files(chart));
  const {images, diagnostics} = await imagesOf(chart, tools);
  return {
    formatVersion: 1,
    ...chartDetails(files),
    versions: listed.versions.slice(0, MOST_VERSIONS).map(({version}) => version),
    ...defined({images}),
    values: files.get('values.yaml') ?? '',
    readme: files.get('README.md') ?? '',
    notes: files.get('templates/NOTES.txt') ?? '',
    diagnostics: [...('repository' in place ? staleWarning(place.repository, listed.stale) : []), ...diagnostics],
  };
}

type Images = {readonly images?: readonly string[]; readonly diagnostics: readonly Diagnostic[]};

/** Renders the chart with its defaults. A chart that needs values first has no images to show. */
async function imagesOf(chart: Chart, {helm}: ChartTools): Promise<Images> {
  const rendered = await helm({
    chart,
    release: chart.name,
    namespace: 'default',
    isUpgrade: false,
    values: {},
    withCrds: false,
    crds: [],
  });
  if ('problem' in rendered) {
    const message = `the images are not known, because the chart cannot be rendered with its default values: ${rendered.problem}`;
    return {diagnostics: [{severity: 'note', code: 'chart/not-rendered', message, ...defined({hint: rendered.hint})}]};
  }
  const {candidates} = readRendered(rendered.text);
  const images = candidates.flatMap(({object}) => containerImages(object).map(({image}) => image));
  return {images: [...new Set(images)].toSorted(), diagnostics: []};
}
