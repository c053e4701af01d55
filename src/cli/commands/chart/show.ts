import type {Command} from 'commander';
import type {showChart} from '../../../app/chart/show-chart.ts';
import {defined} from '../../../lib/defined.ts';
import {printableLines} from '../../../ui/printable.ts';
import {chartShownText} from '../../../ui/text/chart/chart-shown-text.ts';
import type {OpenSession} from '../../session.ts';
import {usageError} from '../../usage.ts';

/** The use case behind `gantry chart show`. Tests pass their own. */
export type ShowChartUse = typeof showChart;

const showLazily: ShowChartUse = async (request, deps) =>
  (await import('../../../app/chart/show-chart.ts')).showChart(request, deps);

const PARTS = ['values', 'readme', 'notes'] as const;

type Flags = {readonly repository?: string; readonly version?: string} & Partial<Record<(typeof PARTS)[number], true>>;

/** Defines `gantry chart show CHART`. */
export const defineChartShow = (command: Command, open: OpenSession, run: ShowChartUse = showLazily): Command =>
  command
    .argument('<chart>', 'NAME, REPOSITORY/NAME, oci://… or a path that begins with ./ or /')
    .option('--repository <url|name>', 'the repository, by its address or its name; default: the known ones')
    .option('--version <version>', 'a version, or a range; default: the newest')
    .option('--values', 'print only the default values')
    .option('--readme', 'print only the README')
    .option('--notes', 'print only the template of the notes')
    .action(async (chart: string, {repository, version, ...flags}: Flags) => {
      const [part, other] = PARTS.filter((name) => flags[name] === true);
      if (other !== undefined) throw usageError(`--${part} and --${other} cannot be used together.`);
      const session = await open();
      const {directory, workspace} = session.globals.stack;
      const shown = await run({chart, ...defined({repository, version, directory, workspace})}, session.deps);
      await session.print({
        document: shown,
        text: (style) => (part === undefined ? chartShownText(shown, style) : printableLines(shown[part])),
        diagnostics: shown.diagnostics,
      });
    });
