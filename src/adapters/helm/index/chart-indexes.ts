import {didYouMean} from '../../../lib/did-you-mean.ts';
import type {ChartIndex, ChartIndexes, ChartVersions} from '../../../ports/chart-index.ts';
import type {SourceProblem} from '../../../ports/source-problem.ts';
import {indexedCharts} from './indexed-charts.ts';
import {type ConfirmedIndex, confirmKept, indexDirectory, readKept, writeKept} from './kept-index.ts';
import {readIndex} from './read-index.ts';

/** The answer to a request for a file of a repository. */
export type FileAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
};

/** What chart indexes need of the outside. */
export type IndexTools = {
  /** `$GANTRY_HOME`. */
  readonly home: string;
  readonly now: () => Date;
  /** Requests a file, with the login of its repository. */
  readonly get: (url: string, headers: Readonly<Record<string, string>>) => Promise<FileAnswer | SourceProblem>;
  /** Lists the versions of a chart in a registry. */
  readonly tags: (oci: string) => Promise<readonly string[] | SourceProblem>;
};

/** The time during which a repository is not asked again. */
const FRESH_MS = 5 * 60_000;

/** Returns the indexes of repositories. Each is kept in `$GANTRY_HOME`, and the repository is asked whether it has changed. */
export function chartIndexes(tools: IndexTools): ChartIndexes {
  const charts = async (repository: string): Promise<ChartIndex | SourceProblem> => {
    const directory = indexDirectory(tools.home);
    const kept = await readKept(directory, repository);
    if (kept !== undefined && tools.now().getTime() - kept.confirmedAt.getTime() < FRESH_MS) return kept;
    const asked = await ask(repository, kept, tools);
    if (!('problem' in asked)) return asked;
    return kept === undefined
      ? {...asked, part: ['repository']}
      : {charts: kept.charts, stale: {problem: asked.problem, since: kept.confirmedAt}};
  };
  return {
    charts,
    versions: async (place) => {
      if ('oci' in place) return versionsOfTags(await tools.tags(place.oci));
      const index = await charts(place.repository);
      if ('problem' in index) return index;
      const found = index.charts.find(({name}) => name === place.chart);
      return found === undefined ? unknownChart(place, index) : {...index, versions: found.versions};
    },
  };
}

async function ask(
  repository: string,
  kept: ConfirmedIndex | undefined,
  {home, now, get}: IndexTools,
): Promise<ChartIndex | SourceProblem> {
  const answer = await get(indexAddress(repository), validators(kept));
  if ('problem' in answer) return answer;
  const directory = indexDirectory(home);
  if (answer.status === 304 && kept !== undefined) {
    await confirmKept(directory, repository, now());
    return kept;
  }
  try {
    const charts = indexedCharts(readIndex(Buffer.from(answer.body).toString('utf8')));
    const {etag, 'last-modified': lastModified} = answer.headers;
    await writeKept(directory, {repository, etag, lastModified, charts});
    await confirmKept(directory, repository, now());
    return {charts};
  } catch (error) {
    const detail = error instanceof Error ? error.message.split('\n')[0] : '';
    return {problem: `${repository}: the index of the repository cannot be read: ${detail}`};
  }
}

/** Returns the address of the index of a repository. A query, as some repositories need it, stays. */
function indexAddress(repository: string): string {
  const url = URL.parse(repository);
  if (url === null) return repository;
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/index.yaml`;
  return url.href;
}

const validators = (kept: ConfirmedIndex | undefined): Readonly<Record<string, string>> => ({
  ...(kept?.etag === undefined ? {} : {'if-none-match': kept.etag}),
  ...(kept?.lastModified === undefined ? {} : {'if-modified-since': kept.lastModified}),
});

function versionsOfTags(tags: readonly string[] | SourceProblem): ChartVersions | SourceProblem {
  return 'problem' in tags ? tags : {versions: tags.map((version) => ({version}))};
}

function unknownChart(
  {repository, chart}: {readonly repository: string; readonly chart: string},
  {charts}: ChartIndex,
): SourceProblem {
  const nearest = didYouMean(
    chart,
    charts.map(({name}) => name),
  );
  const problem = `the repository ${repository} has no chart ${chart}`;
  return {problem, part: ['chart'], ...(nearest === undefined ? {} : {hint: `Did you mean \`${nearest}\`?`})};
}
