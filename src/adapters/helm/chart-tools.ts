import type {ChartTools} from '../../ports/chart-tools.ts';
import type {OpenOciRegistry} from '../../ports/oci-registry.ts';
import {readChartFiles} from './chart-files.ts';
import {chartsBy} from './charts.ts';
import {type HelmOptions, helmBy} from './helm.ts';
import {chartIndexes} from './index/chart-indexes.ts';

/** The dependencies of the functions for charts. */
export type ChartToolsOptions = HelmOptions & {
  /** `$GANTRY_HOME`. */
  readonly home: string;
  readonly now: () => Date;
  readonly registry: () => Promise<OpenOciRegistry>;
};

/** Opens the functions for charts. */
export const chartTools = (options: ChartToolsOptions): ChartTools => ({
  charts: chartsBy(options),
  files: readChartFiles,
  helm: helmBy(options),
  indexes: chartIndexes(options),
});
