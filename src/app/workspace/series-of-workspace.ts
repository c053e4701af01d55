import type {SeriesNames} from '../../core/release/series-names.ts';
import {sameCluster, sameEvidence} from '../../core/workspace/cluster-identity.ts';
import {type ClusterPin, pinKey} from '../../core/workspace/cluster-pin.ts';
import {type IndexedSeries, indexedSeries} from '../../engine/backend/copy-keys.ts';
import {limitConcurrency} from '../../engine/limit-concurrency.ts';
import {openSeries} from '../../engine/release/series.ts';
import type {Backend} from '../../ports/backend.ts';
import {pinAt} from './stored-pin.ts';

/** Release histories with the workspace's name. */
export type SeriesOfWorkspace = {
  readonly own: readonly IndexedSeries[];
  /** The releases of a project's file, which has the same name and another cluster. */
  readonly others: readonly IndexedSeries[];
};

const AT_ONCE = 8;

/**
 * Returns the releases that were made in a workspace of the backend. Projects may have a file of the same name: the releases of `hiddenIn`
 * belong to that file, and so do releases to another cluster than the pinned one.
 */
export async function seriesOfWorkspace(
  name: string,
  backend: Backend,
  hiddenIn: string | undefined,
): Promise<SeriesOfWorkspace> {
  const here = (await indexedSeries(backend)).filter(
    ({names, entry}) => names.workspace === name && entry.movedTo === undefined,
  );
  const {pin} = await pinAt(backend, pinKey({name, place: 'backend', file: ''}));
  const inTurn = limitConcurrency(AT_ONCE);
  const judged = await Promise.all(
    here.map((one) =>
      inTurn(async () => ({
        one,
        isOther: one.names.project === hiddenIn || (await isElsewhere(one.names, pin, backend)),
      })),
    ),
  );
  return {
    own: judged.flatMap(({one, isOther}) => (isOther ? [] : [one])),
    others: judged.flatMap(({one, isOther}) => (isOther ? [one] : [])),
  };
}

async function isElsewhere(names: SeriesNames, pin: ClusterPin | undefined, backend: Backend): Promise<boolean> {
  if (pin === undefined) return false;
  const {last, pending} = await openSeries({backend, ...names});
  const cluster = (last ?? pending)?.cluster;
  const known = cluster && pin.identities.find((identity) => sameEvidence(identity, cluster));
  return cluster !== undefined && known !== undefined && !sameCluster(known, cluster);
}
