import {resolve} from 'node:path';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {FindLogin} from '../../core/workspace/server-login.ts';
import {defined} from '../../lib/defined.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import type {ChartTools} from '../../ports/chart-tools.ts';
import type {ChartPlace} from '../../ports/charts.ts';
import {problemOf} from './chart-problem.ts';
import {type ChartRepository, chartRepositories} from './chart-repositories.ts';

/** A chart as the command line names it: `NAME`, `REPOSITORY/NAME`, `oci://…`, or a path with a slash or a dot at its start. */
export type NamedChart = {
  readonly chart: string;
  /** `--repository`: an address or a name. */
  readonly repository?: string | undefined;
};

type FindIn = Pick<ChartTools, 'indexes'> & {
  readonly directory: string;
  readonly home: string;
  readonly login?: FindLogin | undefined;
};

/**
 * Finds the place of a chart. A name without a repository is searched in all known repositories.
 * @throws GantryError `input/invalid` if no repository has the chart, or several have it; `input/usage` for an unknown repository
 */
export async function findChart(
  {chart, repository}: NamedChart,
  {directory, home, indexes, login}: FindIn,
): Promise<ChartPlace> {
  if (repository === undefined && chart.startsWith('oci://')) return {oci: chart};
  if (repository === undefined && /^\.{0,2}[/\\]|^\.{1,2}$/.test(chart)) return {path: resolve(directory, chart)};
  if (repository?.startsWith('oci://')) return {oci: `${repository.replace(/(?<!\/)\/+$/, '')}/${chart}`};
  const given = repository === undefined ? [] : [repository];
  const known = await chartRepositories(given, {directory, home});
  const [only] = known;
  if (repository !== undefined && only !== undefined) return {repository: only.url, chart};
  const [prefix = '', rest] = chart.split(/\/(.*)/);
  const named = rest === undefined ? undefined : known.find(({name}) => name === prefix);
  if (named !== undefined && rest !== undefined) return {repository: named.url, chart: rest};
  return searchAll(chart, known, (url) => indexes.charts(url, login));
}

async function searchAll(
  chart: string,
  known: readonly ChartRepository[],
  read: (url: string) => ReturnType<ChartTools['indexes']['charts']>,
): Promise<ChartPlace> {
  if (known.length === 0)
    throw invalid(`no chart repository is known here, so the chart ${chart} cannot be found`, [
      `Pass --repository https://…, or name repositories under \`charts.repositories\` in project.yaml. For a directory, write ./${chart}.`,
    ]);
  const answers = await Promise.all(known.map(async (one) => ({...one, index: await read(one.url)})));
  const has = answers.filter(({index}) => 'charts' in index && index.charts.some(({name}) => name === chart));
  const [found, ...others] = has;
  if (found !== undefined && others.length === 0) return {repository: found.url, chart};
  const problems = answers.flatMap(({index}) => ('problem' in index ? [problemOf(index)] : []));
  if (found !== undefined)
    throw invalid(`several repositories have the chart ${chart}: ${has.map((one) => one.name ?? one.url).join(', ')}`, [
      'Choose one with --repository.',
    ]);
  const names = answers.flatMap(({index}) => ('charts' in index ? index.charts.map(({name}) => name) : []));
  const nearest = didYouMean(chart, names);
  throw invalid(
    `no known repository has a chart ${chart}`,
    nearest === undefined ? [] : [`Did you mean \`${nearest}\`?`],
    problems,
  );
}

const invalid = (message: string, [hint]: readonly string[], more: readonly Diagnostic[] = []): GantryError =>
  new GantryError({
    code: 'input/invalid',
    diagnostics: [...more, {severity: 'error', code: 'chart/not-found', message, ...defined({hint})}],
  });
