import type {Command} from 'commander';
import type {lockCharts} from '../../../app/chart/lock-charts.ts';
import {chartsLockedText} from '../../../ui/text/chart/charts-locked-text.ts';
import type {OpenSession} from '../../session.ts';

/** The use case behind `gantry chart lock`. Tests pass their own. */
export type LockChartsUse = typeof lockCharts;

const lockLazily: LockChartsUse = async (request, deps) =>
  (await import('../../../app/chart/lock-charts.ts')).lockCharts(request, deps);

/** Defines `gantry chart lock`. */
export const defineChartLock = (command: Command, open: OpenSession, run: LockChartsUse = lockLazily): Command =>
  command
    .option(
      '--upgrade',
      'move locked charts, modules and providers to the newest version in their range, and terraform to the installed one',
    )
    .action(async ({upgrade = false}: {readonly upgrade?: boolean}) => {
      const session = await open();
      const locked = await run({...session.globals.stack, upgrade}, session.deps);
      await session.print({
        document: locked,
        text: (style) => chartsLockedText(locked, style),
        diagnostics: locked.diagnostics,
      });
    });
