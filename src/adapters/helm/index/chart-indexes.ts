import {newestFirst} from '../../../core/chart/choose-version.ts';
import {readOciPlace} from '../../../core/oci/oci-place.ts';
import type {FindLogin} from '../../../core/workspace/server-login.ts';
import {defined} from '../../../lib/defined.ts';
import {didYouMean} from '../../../lib/did-you-mean.ts';
import type {ChartIndex, ChartIndexes, ChartVersions} from '../../../ports/chart-index.ts';
import type {OpenOciRegistry} from '../../../ports/oci-registry.ts';
import type {SourceProblem} from '../../../ports/source-problem.ts';
import {indexedCharts} from './indexed-charts.ts';
import {type ConfirmedIndex, confirmKept, indexDirectory, readKept, writeKept} from './kept-index.ts';
import {readIndex} from './read-index.ts';
import {type IndexNetwork, requestIndex} from './request-index.ts';

/** The dependencies of chart indexes. */
export type IndexTools = IndexNetwork & {
  /** `$GANTRY_HOME`. */
  readonly home: string;
  readonly now: () => Date;
  readonly registry: () => Promise<OpenOciRegistry>;
};

/** The time during which a repository is not asked again. */
const FRESH_MS = 5 * 60_000;

/** Returns the indexes of repositories. Each is kept in `$GANTRY_HOME`, and the repository is asked whether it has changed. */
export function chartIndexes(tools: IndexTools): ChartIndexes {
  const charts: ChartIndexes['charts'] = async (repository, login) => {
    const kept = await readKept(indexDirectory(tools.home), repository);
    if (kept !== undefined && tools.now().getTime() - kept.confirmedAt.getTime() < FRESH_MS) return kept;
    const asked = await ask({repository, kept, login}, tools);
    if (!('problem' in asked)) return asked;
    return kept === undefined
      ? {part: ['repository'], ...asked}
      : {charts: kept.charts, stale: {problem: asked.problem, since: kept.confirmedAt}};
  };
  return {
    charts,
    versions: async (place, login) => {
      if ('oci' in place) return versionsOfTags(place.oci, (await tools.registry())(login));
      const index = await charts(place.repository, login);
      if ('problem' in index) return index;
      const found = index.charts.find(({name}) => name === place.chart);
      return found === undefined ? unknownChart(place, index) : {...index, versions: found.versions};
    },
  };
}

type Asking = {
  readonly repository: string;
  readonly kept: ConfirmedIndex | undefined;
  readonly login: FindLogin | undefined;
};

async function ask({repository, kept, login}: Asking, tools: IndexTools): Promise<ChartIndex | SourceProblem> {
  const directory = indexDirectory(tools.home);
  const answer = await requestIndex({repository, known: kept ?? {}, login}, tools);
  if ('problem' in answer) return answer;
  if (answer.isUnchanged) {
    if (kept === undefined)
      return {
        problem: `the index of ${repository} cannot be read: the server answered that it did not change, but Gantry has no copy of it`,
      };
    await confirmKept(directory, repository, tools.now());
    return kept;
  }
  try {
    const {text, etag, lastModified} = answer;
    const charts = indexedCharts(readIndex(text));
    await writeKept(directory, repository, {etag, lastModified, charts});
    await confirmKept(directory, repository, tools.now());
    return {charts};
  } catch (error) {
    const detail = error instanceof Error ? (error.message.split('\n')[0] ?? '') : '';
    return {problem: `the index of the repository ${repository} cannot be read: ${detail}`};
  }
}

async function versionsOfTags(
  oci: string,
  registry: ReturnType<OpenOciRegistry>,
): Promise<ChartVersions | SourceProblem> {
  const place = readOciPlace(oci);
  if (place === undefined)
    return {problem: `${oci} is not the address of a chart: oci://HOST/PATH/CHART`, part: ['oci']};
  const tags = await registry.tags(place);
  if ('problem' in tags) return tags;
  // A tag must not contain the `+` of build metadata.
  return {versions: newestFirst(tags.map((tag) => tag.replaceAll('_', '+'))).map((version) => ({version}))};
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
  return {problem, part: ['chart'], ...defined({hint: nearest && `Did you mean \`${nearest}\`?`})};
}
