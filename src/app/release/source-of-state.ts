import {settingsOf} from '../../core/release/release-settings.ts';
import {openHistory} from '../../engine/release/release-history.ts';
import type {Deps} from '../deps.ts';
import {announce, NOTHING, type PlanSource} from '../plan/plan-source.ts';
import type {PreviewRequest} from '../plan/release-requests.ts';
import {recordedClaims} from '../shared/planned-claims.ts';
import {noRelease} from './existing-history.ts';
import {locateHistory} from './locate-history.ts';

/**
 * Returns a source without desired resources, with the state from the releases: for removals. No file of the stack is read.
 * @throws GantryError release/not-found.
 */
export async function sourceOfState(request: PreviewRequest, deps: Deps): Promise<PlanSource> {
  const {names, chosen} = await locateHistory(request, deps);
  announce(chosen, deps, names);
  const backend = await deps.backend();
  const history = await openHistory({backend, ...names});
  if (history.last === undefined && history.pending === undefined) throw noRelease(names, backend);
  const recorded = recordedClaims(history);
  const claims = recorded.length === 0 ? undefined : {recorded};
  return {...NOTHING, claims, names, chosen, history, ...settingsOf(history.last ?? {})};
}
