import type {GantryError} from '../../core/failure/failure.ts';
import type {HistoryNames} from '../../core/release/history-names.ts';
import {historyText} from '../../core/release/history-names.ts';
import {findHead} from '../../engine/release/read-head.ts';
import {openHistory, type ReleaseHistory} from '../../engine/release/release-history.ts';
import {notFound} from '../../engine/release/revisions.ts';
import type {Backend} from '../../ports/backend.ts';

/** Returns the error for a history without a release. */
export const noRelease = (names: HistoryNames, {name}: Pick<Backend, 'name'>): GantryError =>
  notFound(`${historyText(names)} has no release in ${name}`);

/** Returns the lineage of a release history that must exist. */
export async function lineageOf(backend: Backend, names: HistoryNames): Promise<string> {
  const {lineage} = await findHead(backend, names);
  if (lineage === undefined) throw noRelease(names, backend);
  return lineage;
}

/** Opens a release history with at least one run. */
export async function existingHistory(backend: Backend, names: HistoryNames): Promise<ReleaseHistory> {
  const history = await openHistory({backend, ...names});
  if (history.last === undefined && history.pending === undefined) {
    throw noRelease(names, backend);
  }
  return history;
}
