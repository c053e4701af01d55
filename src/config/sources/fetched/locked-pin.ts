import {isExactVersion} from '../../../core/chart/choose-version.ts';
import {isInRange} from '../../../core/chart/is-in-range.ts';
import type {Diagnostic} from '../../../core/diagnostic/diagnostic.ts';
import {defined} from '../../../lib/defined.ts';
import {type ChartLockFile, type PinnedSource, readLockFile} from '../helm/chart-lock-file.ts';
import type {SourceEntry} from '../source.ts';

/** A fetched source without its pin: its address, and the ref, tag or range that stack.yaml wants. */
export type Unpinned = Omit<PinnedSource, 'pin'>;

/** The commit or digest of a source in the lock file of its stack. Absent: the lock has none for what stack.yaml wants. */
export type LockedPin = {readonly pin?: string; readonly diagnostics: readonly Diagnostic[]};

/**
 * Returns the commit or digest of a source in the lock file, also if stack.yaml now wants a `range` that the exact version of the lock is in.
 */
export function lockedPin(source: Unpinned, {place}: Pick<SourceEntry, 'place'>, range?: string): LockedPin {
  const {lock, diagnostics} = readLockFile(place.stackDir);
  return {diagnostics, ...defined({pin: pinIn(lock, source, range).locked?.pin})};
}

/** Finds the entry of a source in a lock file. `stale`: the lock file has the source, but with another ref, tag or range. */
export function pinIn(
  {sources = []}: Pick<ChartLockFile, 'sources'>,
  {git, oci, wanted}: Unpinned,
  range: string | undefined,
): {readonly locked?: PinnedSource; readonly stale?: PinnedSource} {
  const same = sources.filter((one) => one.git === git && one.oci === oci);
  const locked =
    same.find((one) => one.wanted === wanted) ??
    same.find((one) => range !== undefined && isExactVersion(one.wanted) && isInRange(one.wanted ?? '', range));
  return locked === undefined ? defined({stale: same[0]}) : {locked};
}
