import type {Command} from 'commander';
import type {vendorCharts} from '../../../app/chart/vendor-charts.ts';
import {chartsVendoredText} from '../../../ui/text/chart/charts-vendored-text.ts';
import type {OpenSession} from '../../session.ts';

/** The use case behind `gantry chart vendor`. Tests pass their own. */
export type VendorChartsUse = typeof vendorCharts;

const vendorLazily: VendorChartsUse = async (request, deps) =>
  (await import('../../../app/chart/vendor-charts.ts')).vendorCharts(request, deps);

/** Defines `gantry chart vendor`. */
export const defineChartVendor = (command: Command, open: OpenSession, run: VendorChartsUse = vendorLazily): Command =>
  command.action(async () => {
    const session = await open();
    const vendored = await run(session.globals.stack, session.deps);
    await session.print({document: vendored, text: (style) => chartsVendoredText(vendored, style)});
  });
