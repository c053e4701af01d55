import type {Command} from 'commander';
import type {outdatedCharts} from '../../../app/chart/outdated-charts.ts';
import {isError} from '../../../core/diagnostic/diagnostic.ts';
import {chartsOutdatedText} from '../../../ui/text/chart/charts-outdated-text.ts';
import {EXIT} from '../../exit-code.ts';
import type {OpenSession} from '../../session.ts';

/** The use case behind `gantry chart outdated`. Tests pass their own. */
export type OutdatedChartsUse = typeof outdatedCharts;

const outdatedLazily: OutdatedChartsUse = async (request, deps) =>
  (await import('../../../app/chart/outdated-charts.ts')).outdatedCharts(request, deps);

/** Defines `gantry chart outdated`. */
export const defineChartOutdated = (
  command: Command,
  open: OpenSession,
  run: OutdatedChartsUse = outdatedLazily,
): Command =>
  command
    .option('--exit-code', 'exit with code 2 if a chart has a newer version')
    .action(async ({exitCode = false}: {readonly exitCode?: boolean}) => {
      const session = await open();
      const outdated = await run(session.globals.stack, session.deps);
      const failed = outdated.diagnostics.filter(isError);
      const isOld = outdated.charts.some(({state}) => state === 'update' || state === 'upgrade');
      await session.print({
        document: outdated,
        text: (style) => chartsOutdatedText(outdated, style),
        diagnostics: outdated.diagnostics,
        exitCode: failed.length > 0 ? EXIT.failed : exitCode && isOld ? EXIT.pending : EXIT.done,
      });
    });
