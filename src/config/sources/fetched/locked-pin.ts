import {isExactVersion} from '../../../core/chart/choose-version.ts';
import {isInRange} from '../../../core/chart/is-in-range.ts';
import type {Diagnostic} from '../../../core/diagnostic/diagnostic.ts';
import {defined} from '../../../lib/defined.ts';
import {type PinnedSource, readLockFile} from '../helm/chart-lock-file.ts';
import type {SourceEntry} from '../source.ts';

/** A fetched source without its pin: its address, and the ref, tag or range that stack.yaml wants. */
export type Unpinned = Omit<PinnedSource, 'pin'>;

/** The commit or digest of a source in the lock file of its stack. Absent: the lock has none for what stack.yaml wants. */
export type LockedPin = {readonly pin?: string; readonly diagnostics: readonly Diagnostic[]};

/**
 * Returns the commit or digest of a source in the lock file, also if stack.yaml now wants a `range` that the exact version of the lock is in.
 */
export function lockedPin(
  {git, oci, wanted}: Unpinned,
  {place}: Pick<SourceEntry, 'place'>,
  range?: string,
): LockedPin {
  const {lock, diagnostics} = readLockFile(place.stackDir);
  const same = (lock.sources ?? []).filter((one) => one.git === git && one.oci === oci);
  const found =
    same.find((one) => one.wanted === wanted) ??
    same.find((one) => range !== undefined && isExactVersion(one.wanted) && isInRange(one.wanted ?? '', range));
  return {diagnostics, ...defined({pin: found?.pin})};
}
