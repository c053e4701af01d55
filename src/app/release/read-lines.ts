import {readHead} from '../../engine/release/read-head.ts';
import {revisions} from '../../engine/release/revisions.ts';
import type {Backend} from '../../ports/backend.ts';
import {fitting, type ReleaseFilter} from './filter-releases.ts';
import {liveHolder} from './live-holder.ts';
import {type ListedHistory, type ReleaseLine, readLine, type UnreadableRelease} from './release-line.ts';

/** The number of releases that are read at once: releases are whole documents. */
const AT_ONCE = 8;

/** A request to read releases of a lineage as lines. */
export type ReadLines = ReleaseFilter & {readonly backend: Backend; readonly lineage: string; readonly now: Date};

/** Releases of a history as lines, and the holder of its lock. */
export type HistoryLines = Pick<ListedHistory, 'holder'> & {
  /** Newest first. */
  readonly lines: readonly ReleaseLine[];
  readonly unreadable: readonly UnreadableRelease[];
  /** The stored revisions, newest first. */
  readonly revisions: readonly number[];
};

/** Reads the matching releases of a release history, newest first, and no more than the limit requires. */
export async function readLines({backend, lineage, now, ...filter}: ReadLines): Promise<HistoryLines> {
  const [stored, holder, keys] = await Promise.all([
    readHead(backend, lineage),
    liveHolder(backend, lineage),
    revisions(backend, lineage),
  ]);
  const history = {backend, lineage, head: stored?.head, holder};
  const fits = fitting(filter, now);
  const {limit = Number.POSITIVE_INFINITY} = filter;
  const lines: ReleaseLine[] = [];
  const unreadable: UnreadableRelease[] = [];
  for (let start = 0; start < keys.length && lines.length < limit; start += AT_ONCE) {
    const some = keys.slice(start, start + AT_ONCE);
    for (const read of await Promise.all(some.map((key) => readLine(history, key)))) {
      if (!('line' in read)) unreadable.push(read);
      else if (fits(read.line)) lines.push(read.line);
    }
  }
  return {holder, lines: lines.slice(0, limit), unreadable, revisions: keys.map(({revision}) => revision)};
}
