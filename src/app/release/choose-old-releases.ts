import {choosePruned} from '../../core/release/choose-pruned.ts';
import type {ReleaseHistory} from '../../engine/release/release-history.ts';
import {storedReleases} from '../../engine/release/revisions.ts';
import type {Backend} from '../../ports/backend.ts';
import {moment} from './filter-releases.ts';
import {readLines} from './read-lines.ts';

type Choosing = {
  readonly request: {readonly keep: number; readonly olderThan?: string};
  readonly backend: Backend;
  readonly history: ReleaseHistory;
  readonly now: Date;
};

/** Chooses the releases that a prune deletes, with all releases as lines. */
export async function chooseOldReleases({request: {keep, olderThan}, backend, history, now}: Choosing) {
  const {lineage, head} = history;
  if (lineage === undefined) throw new Error('an existing release history has a lineage');
  const [{lines}, stored] = await Promise.all([readLines({backend, lineage, now}), storedReleases(backend, lineage)]);
  const before = olderThan === undefined ? {} : {before: moment(olderThan, now)};
  return {lines, pruned: choosePruned({stored, known: lines, head, keep, ...before})};
}
