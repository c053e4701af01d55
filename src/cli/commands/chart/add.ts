import type {Command} from 'commander';
import type {addChart} from '../../../app/chart/add-chart.ts';
import type {StackRequest} from '../../../app/plan/release-requests.ts';
import {defined} from '../../../lib/defined.ts';
import {errorText} from '../../../ui/error-text.ts';
import {errorBody} from '../../../ui/json.ts';
import {shellWords} from '../../../ui/plan/permit.ts';
import {chartAddedText} from '../../../ui/text/chart/chart-added-text.ts';
import {collect} from '../../flags/collect.ts';
import type {OpenSession} from '../../session.ts';

/** The use case behind `gantry chart add`. Tests pass their own. */
export type AddChartUse = typeof addChart;

const addLazily: AddChartUse = async (request, deps) =>
  (await import('../../../app/chart/add-chart.ts')).addChart(request, deps);

type Flags = {
  readonly repository?: string;
  readonly version?: string;
  readonly release?: string;
  readonly namespace?: string;
  readonly lookup?: readonly string[];
};

/** Defines `gantry chart add CHART`. */
export const defineChartAdd = (command: Command, open: OpenSession, run: AddChartUse = addLazily): Command =>
  command
    .argument('<chart>', 'NAME, REPOSITORY/NAME, oci://… or a path that begins with ./ or /')
    .option('--repository <url|name>', 'the repository, by its address or its name; default: the known ones')
    .option('--version <version>', 'a version, or a range, for stack.yaml; default: the newest version')
    .option('--release <name>', 'the name of the Helm release; default: the name of the chart')
    .option('--namespace <name>', 'the namespace of the Helm release; default: that of the stack')
    .option(
      '--lookup <secret>',
      'a Secret that the templates may look up: NAME or NAMESPACE/NAME (repeatable)',
      collect,
    )
    .action(async (chart: string, flags: Flags) => {
      const session = await open();
      const {repository, version, release, namespace, lookup: lookups} = flags;
      const request = {...session.globals.stack, chart, ...defined({repository, version, release, namespace, lookups})};
      const {added, failure} = await run(request, session.deps);
      await session.print({
        document: failure === undefined ? added : {...added, error: errorBody(failure)},
        text: (style) => chartAddedText(added, style),
        diagnostics: [...added.diagnostics, ...(added.plan?.diagnostics ?? [])],
        ...defined({failure}),
      });
      if (failure !== undefined) session.complain((style) => errorText(failure, style));
      else
        session.say(() =>
          added.plan === undefined
            ? 'Next: see what apply would do with "gantry preview -w NAME"; without a cluster: "gantry preview -w sandbox".\n'
            : `Next: "${shellWords(['gantry', 'apply', ...sameFlags(session.globals.stack)])}".\n`,
        );
    });

/** Returns the flags that select the same stack and workspace in the next command. */
const sameFlags = ({directory, stack, workspace}: StackRequest): readonly string[] => [
  ...(directory === undefined ? [] : ['-C', directory]),
  ...(stack === undefined ? [] : ['-s', stack]),
  ...(workspace === undefined ? [] : ['-w', workspace]),
];
