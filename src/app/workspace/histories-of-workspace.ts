import type {HistoryNames} from '../../core/release/history-names.ts';
import {type ClusterPin, pinKey} from '../../core/workspace/cluster-pin.ts';
import {isElsewhere} from '../../core/workspace/is-elsewhere.ts';
import {type IndexedHistory, indexedHistories} from '../../engine/backend/copy-keys.ts';
import {openHistory} from '../../engine/release/release-history.ts';
import {limitConcurrency} from '../../lib/limit-concurrency.ts';
import type {Backend} from '../../ports/backend.ts';
import {pinAt} from './stored-pin.ts';

/** Release histories with the workspace's name. */
export type HistoriesOfWorkspace = {
  readonly own: readonly IndexedHistory[];
  /** The releases of a project's file, which has the same name and another cluster. */
  readonly others: readonly IndexedHistory[];
};

const AT_ONCE = 8;

/**
 * Returns the releases that were made in a workspace of the backend. Projects may have a file of the same name: the releases of `hiddenIn`
 * belong to that file, and so do releases to another cluster than the pinned one.
 */
export async function historiesOfWorkspace(
  name: string,
  backend: Backend,
  hiddenIn: string | undefined,
): Promise<HistoriesOfWorkspace> {
  const here = (await indexedHistories(backend)).filter(
    ({names, entry}) => names.workspace === name && entry.movedTo === undefined,
  );
  const {pin} = await pinAt(backend, pinKey({name, place: 'backend', file: ''}));
  const inTurn = limitConcurrency(AT_ONCE);
  const judged = await Promise.all(
    here.map((one) =>
      inTurn(async () => ({
        one,
        isOther: one.names.project === hiddenIn || (await ranElsewhere(one.names, pin, backend)),
      })),
    ),
  );
  return {
    own: judged.flatMap(({one, isOther}) => (isOther ? [] : [one])),
    others: judged.flatMap(({one, isOther}) => (isOther ? [one] : [])),
  };
}

async function ranElsewhere(names: HistoryNames, pin: ClusterPin | undefined, backend: Backend): Promise<boolean> {
  if (pin === undefined) return false;
  const {last, pending} = await openHistory({backend, ...names});
  const cluster = (last ?? pending)?.cluster;
  return cluster !== undefined && isElsewhere(cluster, pin);
}
