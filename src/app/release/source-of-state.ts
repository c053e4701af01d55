import {openSeries} from '../../engine/release/series.ts';
import type {Deps} from '../deps.ts';
import {announce, NOTHING, type PlanSource} from '../plan/plan-source.ts';
import type {PreviewRequest} from '../plan/release-requests.ts';
import {locateSeries} from './locate-series.ts';
import {noRelease} from './series-request.ts';

/**
 * Returns a source without desired resources, with the state from the releases: for removals. No file of the stack is read.
 * @throws GantryError release/not-found.
 */
export async function sourceOfState(request: PreviewRequest, deps: Deps): Promise<PlanSource> {
  const {names, chosen} = await locateSeries(request, deps);
  announce(chosen, deps, names);
  const backend = await deps.backend();
  const series = await openSeries({backend, ...names});
  if (series.last === undefined && series.pending === undefined) throw noRelease(names, backend);
  const {namespace, ignore, health, guards} = series.last ?? {};
  return {...NOTHING, names, chosen, series, ignore, health, guards, namespace};
}
