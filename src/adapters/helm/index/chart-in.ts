import type {IndexedChart} from '../../../core/chart/chart-index.ts';
import {maskedAddress} from '../../../core/workspace/mask.ts';
import {defined} from '../../../lib/defined.ts';
import {didYouMean} from '../../../lib/did-you-mean.ts';
import type {SourceProblem} from '../../../ports/source-problem.ts';

/** Returns a chart, with its versions, in the index of its repository. */
export function chartIn<T extends IndexedChart>(
  charts: readonly T[],
  {repository, chart}: {readonly repository: string; readonly chart: string},
): T | SourceProblem {
  const found = charts.find(({name}) => name === chart);
  if (found !== undefined) return found;
  const nearest = didYouMean(
    chart,
    charts.map(({name}) => name),
  );
  const problem = `chart ${chart} not found in the repository ${maskedAddress(repository)}`;
  return {problem, part: ['chart'], ...defined({hint: nearest && `Did you mean \`${nearest}\`?`})};
}
