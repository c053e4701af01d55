import {newestFirst} from '../../../core/chart/choose-version.ts';
import {readOciPlace} from '../../../core/oci/oci-place.ts';
import type {ChartIndexes, ChartVersions} from '../../../ports/chart-index.ts';
import type {OpenOciRegistry} from '../../../ports/oci-registry.ts';
import type {SourceProblem} from '../../../ports/source-problem.ts';
import {askIndex, type IndexTools} from './ask-index.ts';
import {chartIn} from './chart-in.ts';
import {indexDirectory, readKept} from './kept-index.ts';

/** The dependencies of chart indexes. */
export type ChartIndexesOptions = IndexTools & {readonly registry: () => Promise<OpenOciRegistry>};

/** The time during which a repository is not asked again. */
const FRESH_MS = 5 * 60_000;

/** Returns the indexes of repositories. Each is kept in `$GANTRY_HOME`, and the repository is asked whether it has changed. */
export function chartIndexes(tools: ChartIndexesOptions): ChartIndexes {
  const charts: ChartIndexes['charts'] = async (repository, login) => {
    const kept = await readKept(indexDirectory(tools.home), repository);
    if (kept !== undefined && tools.now().getTime() - kept.confirmedAt.getTime() < FRESH_MS) return kept;
    const asked = await askIndex({repository, kept, login}, tools);
    return 'problem' in asked && kept !== undefined
      ? {charts: kept.charts, stale: {problem: asked.problem, since: kept.confirmedAt}}
      : asked;
  };
  return {
    charts,
    versions: async (place, login) => {
      if ('oci' in place) return versionsOfTags(place.oci, (await tools.registry())(login));
      const index = await charts(place.repository, login);
      if ('problem' in index) return index;
      const found = chartIn(index.charts, place);
      return 'problem' in found ? found : {...index, versions: found.versions};
    },
  };
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
