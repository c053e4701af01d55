import type {HistoryNames} from '../../core/release/history-names.ts';
import type {Release} from '../../core/release/release.ts';
import {openHistory, type ReleaseHistory} from '../../engine/release/release-history.ts';
import {begunStates} from '../../kubernetes/release/begun-states.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {noRelease} from '../release/existing-history.ts';
import {locateHistory} from '../release/locate-history.ts';
import type {ChosenWorkspace} from '../workspace/chosen-workspace.ts';

/** A stack without its cluster. */
export type FoundStack = {
  readonly names: HistoryNames;
  readonly chosen: ChosenWorkspace;
  readonly lineage: string;
  /** The last release; if none has been recorded yet, the run in progress. */
  readonly last: Release;
  readonly history: ReleaseHistory;
  readonly backend: Backend;
};

/**
 * Reads the last release of a stack.
 * @throws GantryError release/not-found.
 */
export async function knownStack(request: StackRequest, deps: Deps): Promise<FoundStack> {
  const {names, chosen} = await locateHistory(request, deps);
  const backend = await deps.backend();
  const history = await openHistory({backend, ...names});
  const {lineage} = history;
  const last = history.last ?? begunRelease(history.pending);
  if (last === undefined || lineage === undefined) throw noRelease(names, backend);
  return {names, chosen, backend, history, lineage, last};
}

/** Returns a release for a first run that has not ended: only its desired state is known. */
const begunRelease = (pending: Release | undefined): Release | undefined =>
  pending === undefined ? undefined : {...pending, state: begunStates(pending.spec)};
