import type {Command} from 'commander';
import type {chartValues} from '../../../app/chart/chart-values.ts';
import {defined} from '../../../lib/defined.ts';
import {chartValuesText} from '../../../ui/text/chart/chart-values-text.ts';
import type {OpenSession} from '../../session.ts';

/** The use case behind `gantry chart values`. Tests pass their own. */
export type ChartValuesUse = typeof chartValues;

const valuesLazily: ChartValuesUse = async (request, deps) =>
  (await import('../../../app/chart/chart-values.ts')).chartValues(request, deps);

/** Defines `gantry chart values [STACK/SOURCE]`. */
export const defineChartValues = (command: Command, open: OpenSession, run: ChartValuesUse = valuesLazily): Command =>
  command
    .argument('[stack/source]', 'the release or the chart of a Helm source; default: the only one of the stack')
    .action(async (source: string | undefined) => {
      const session = await open();
      const values = await run({...session.globals.stack, ...defined({source})}, session.deps);
      await session.print({
        document: values,
        text: (style) => chartValuesText(values, style),
        diagnostics: values.diagnostics,
      });
    });
