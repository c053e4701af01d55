import type {Command} from 'commander';
import type {searchCharts} from '../../../app/chart/search-charts.ts';
import {defined} from '../../../lib/defined.ts';
import {chartsFoundText} from '../../../ui/text/chart/charts-found-text.ts';
import {collect} from '../../flags/collect.ts';
import type {OpenSession} from '../../session.ts';

/** The use case behind `gantry chart search`. Tests pass their own. */
export type SearchChartsUse = typeof searchCharts;

const searchLazily: SearchChartsUse = async (request, deps) =>
  (await import('../../../app/chart/search-charts.ts')).searchCharts(request, deps);

type Flags = {readonly repository?: readonly string[]; readonly versions?: boolean; readonly devel?: boolean};

/** Defines `gantry chart search [TEXT]`. */
export const defineChartSearch = (command: Command, open: OpenSession, run: SearchChartsUse = searchLazily): Command =>
  command
    .argument('[text...]', 'words in the name, the keywords or the description of the chart; default: all charts')
    .option('--repository <url|name>', 'search this repository, by its address or its name (repeatable)', collect)
    .option('--versions', 'list every version of each chart, not only the newest')
    .option('--devel', 'include pre-releases')
    .action(async (text: readonly string[], {repository = [], versions = false, devel = false}: Flags) => {
      const session = await open();
      const {directory, workspace} = session.globals.stack;
      const request = {text: text.join(' '), repositories: repository, versions, devel};
      const found = await run({...request, ...defined({directory, workspace})}, session.deps);
      await session.print({
        document: found,
        text: (style) => chartsFoundText(found, style),
        diagnostics: found.diagnostics,
      });
    });
