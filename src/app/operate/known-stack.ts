import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {describeHolder} from '../../core/release/describe-holder.ts';
import type {HeldState} from '../../core/release/held-state.ts';
import type {Release} from '../../core/release/release.ts';
import {openSeries, type Series} from '../../engine/release/series.ts';
import {begunStates} from '../../kubernetes/release/begun-states.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {locateSeries} from '../release/locate-series.ts';
import {noRelease} from '../release/series-request.ts';
import type {ChosenWorkspace} from '../workspace/chosen-workspace.ts';
import type {OperatedStack} from './operate-stack.ts';

/** A stack without its cluster. */
export type FoundStack = Pick<OperatedStack, 'names' | 'lineage' | 'last' | 'series' | 'backend'> & {
  readonly chosen: ChosenWorkspace;
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

/** Warns about a run that has not ended: it is under way, or it died. None if there is none. */
export function unfinished({pending, last}: Series, holder: HeldState | undefined): readonly Diagnostic[] {
  if (pending === undefined) return [];
  const about = last === undefined ? 'the output shows what it wants' : 'the output shows the release before it';
  const message =
    holder === undefined
      ? `the run of revision ${pending.revision} did not end: ${about}`
      : `a run of ${describeHolder(holder.holder)} is in progress: ${about}`;
  const hint = holder === undefined ? {hint: 'The next "gantry apply" continues from the state that it left.'} : {};
  return [{severity: 'warning', code: 'release/unfinished-run', message, ...hint}];
}
