import type {Chart} from './charts.ts';
import type {SourceProblem} from './source-problem.ts';

/** The text files of a chart by their paths below it: `Chart.yaml`, `charts/db/values.yaml`. Archives of dependencies are read, too. */
export type ChartFiles = ReadonlyMap<string, string>;

/** Reads the files of a chart on this machine. A problem is returned, never thrown. */
export type ReadChartFiles = (chart: Pick<Chart, 'path'>) => Promise<ChartFiles | SourceProblem>;
