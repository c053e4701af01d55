import {findStack, type StackLocation} from '../../config/find-project.ts';
import {shownPath} from '../../config/read-text.ts';
import {wrongInput} from '../../config/stack-search.ts';
import type {GantryError} from '../../core/failure/failure.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {type ChartSource, chartSourcesOf} from './chart-sources.ts';

/** A request for one Helm source: `[STACK/]SOURCE`. Absent: the only one of the stack. */
export type SelectSource = StackRequest & {readonly source?: string | undefined};

/**
 * Selects a Helm source by its release or its chart.
 * @throws GantryError `input/invalid` if the stack has no Helm source, or if several sources fit
 */
export async function selectSource({directory, stack, source}: SelectSource, cwd: string): Promise<ChartSource> {
  const [, before, name = ''] = /^(?:(.*)\/)?([^/]*)$/.exec(source ?? '') ?? [];
  const wanted = source === undefined || name === '' ? undefined : name;
  const location = await findStack({directory: directory ?? cwd, stack: before ?? stack});
  const sources = chartSourcesOf(location);
  const file = shownPath(location.stack.file);
  if (sources.length === 0) throw noChartSource(location);
  const names = sources.map((one) => one.name);
  const matches = wanted === undefined ? sources : sources.filter((one) => one.name === wanted);
  const [only, ...others] = matches;
  if (only !== undefined && others.length === 0) return only;
  if (only !== undefined)
    throw wrongInput('chart/ambiguous', `${file} has several Helm sources: ${names.join(', ')}`, 'Name one of them.');
  const nearest = didYouMean(wanted ?? '', names);
  throw wrongInput(
    'chart/no-source',
    `${file} has no Helm source ${wanted}; it has ${names.join(', ')}`,
    ...(nearest === undefined ? [] : [`Did you mean \`${nearest}\`?`]),
  );
}

/** Returns the error for a stack without Helm sources. */
export const noChartSource = ({stack}: StackLocation): GantryError =>
  wrongInput(
    'chart/no-source',
    `${shownPath(stack.file)} has no Helm source`,
    'Add one with "gantry chart add CHART --repository https://…".',
  );
