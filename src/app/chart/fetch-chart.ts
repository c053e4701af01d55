import {proofOf} from '../../config/sources/helm/find-chart.ts';
import {untrustedCheckout} from '../../config/untrusted/checkout.ts';
import type {LockedChart} from '../../core/chart/chart-lock.ts';
import type {FindLogin} from '../../core/workspace/server-login.ts';
import {defined} from '../../lib/defined.ts';
import type {ChartTools} from '../../ports/chart-tools.ts';
import type {Chart} from '../../ports/charts.ts';
import {withoutProblem} from './chart-problem.ts';
import type {ChartSource} from './chart-sources.ts';

/** The version of the chart of a source to fetch. Without `locked`, `version` or the range of the source decides. */
export type FetchedVersion = {
  readonly login: FindLogin | undefined;
  readonly locked?: LockedChart | undefined;
  readonly version?: string | undefined;
};

/**
 * Brings the chart of a source onto this machine, with the proof that the source wants.
 * @throws GantryError `input/invalid` if it cannot be found, fetched or verified
 */
export async function fetchChart(
  {place, settings, location}: ChartSource,
  {login, locked, version = settings.version}: FetchedVersion,
  {charts}: Pick<ChartTools, 'charts'>,
): Promise<Chart> {
  const onlyLocal = untrustedCheckout() !== undefined;
  const verify = proofOf(settings, {stackDir: location.stack.dir});
  return withoutProblem(await charts({place, onlyLocal, ...defined({version, locked, login, verify})}));
}
