import type {ReadChartFiles} from './chart-files.ts';
import type {ChartIndexes} from './chart-index.ts';
import type {Charts} from './charts.ts';
import type {Helm} from './helm.ts';

/** The functions for charts, for commands about charts. */
export type ChartTools = {
  readonly charts: Charts;
  readonly indexes: ChartIndexes;
  readonly files: ReadChartFiles;
  readonly helm: Helm;
};
