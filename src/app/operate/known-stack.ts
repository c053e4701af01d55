import type {Release} from '../../core/release/release.ts';
import type {SeriesNames} from '../../core/release/series-names.ts';
import {openSeries, type Series} from '../../engine/release/series.ts';
import {begunStates} from '../../kubernetes/release/begun-states.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {locateSeries} from '../release/locate-series.ts';
import {noRelease} from '../release/series-request.ts';
import type {ChosenWorkspace} from '../workspace/chosen-workspace.ts';

/** A stack without its cluster. */
export type FoundStack = {
  readonly names: SeriesNames;
  readonly chosen: ChosenWorkspace;
  readonly lineage: string;
  /** The last release; if none has been recorded yet, the run in progress. */
  readonly last: Release;
  readonly series: Series;
  readonly backend: Backend;
};

/**
 * Reads the last release of a stack.
 * @throws GantryError release/not-found.
 */
export async function knownStack(request: StackRequest, deps: Deps): Promise<FoundStack> {
  const {names, chosen} = await locateSeries(request, deps);
  const backend = await deps.backend();
  const series = await openSeries({backend, ...names});
  const {lineage} = series;
  const last = series.last ?? begunRelease(series.pending);
  if (last === undefined || lineage === undefined) throw noRelease(names, backend);
  return {names, chosen, backend, series, lineage, last};
}

/** Returns a release for a first run that has not ended: only its desired state is known. */
const begunRelease = (pending: Release | undefined): Release | undefined =>
  pending === undefined ? undefined : {...pending, state: begunStates(pending.spec)};
