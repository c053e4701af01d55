import {readHead} from '../../engine/release/read-head.ts';
import {revisions} from '../../engine/release/revisions.ts';
import type {Backend} from '../../ports/backend.ts';
import {fitting, type ReleaseFilter} from './filter-releases.ts';
import {liveHolder} from './live-holder.ts';
import {type ListedSeries, type ReleaseLine, readLine, type UnreadableRelease} from './release-line.ts';

/** Releases are whole documents: with a limit, only so many are read at once. */
const AT_ONCE = 8;

/** Which releases of a lineage to read as lines. */
export type ReadLines = ReleaseFilter & {readonly backend: Backend; readonly lineage: string; readonly now: Date};

/** Releases of a history as lines, and who holds its lock. */
export type LinesOfSeries = Pick<ListedSeries, 'holder'> & {
  /** Newest first. */
  readonly lines: readonly ReleaseLine[];
  readonly unreadable: readonly UnreadableRelease[];
};

/** The releases of a series that fit, newest first; no more are read than are needed to find so many. */
export async function readLines({backend, lineage, now, ...filter}: ReadLines): Promise<LinesOfSeries> {
  const [stored, holder, keys] = await Promise.all([
    readHead(backend, lineage),
    liveHolder(backend, lineage),
    revisions(backend, lineage),
  ]);
  const series = {backend, lineage, head: stored?.head, holder};
  const fits = fitting(filter, now);
  const {limit = Number.POSITIVE_INFINITY} = filter;
  const lines: ReleaseLine[] = [];
  const unreadable: UnreadableRelease[] = [];
  for (let start = 0; start < keys.length && lines.length < limit; start += AT_ONCE) {
    const some = keys.slice(start, start + AT_ONCE);
    for (const read of await Promise.all(some.map((key) => readLine(series, key)))) {
      if (!('line' in read)) unreadable.push(read);
      else if (fits(read.line)) lines.push(read.line);
    }
  }
  return {holder, lines: lines.slice(0, limit), unreadable};
}
