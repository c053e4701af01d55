import type {Diagnostic} from '../../../core/diagnostic/diagnostic.ts';
import {defined} from '../../../lib/defined.ts';
import {type PinnedSource, readLockFile} from '../helm/chart-lock-file.ts';
import type {SourceEntry} from '../source.ts';

/** A fetched source without its pin: its address, and the ref, tag or range that stack.yaml wants. */
export type Unpinned = Omit<PinnedSource, 'pin'>;

/** The commit or digest of a source in the lock file of its stack. Absent: the lock has none for what stack.yaml wants. */
export type LockedPin = {readonly pin?: string; readonly diagnostics: readonly Diagnostic[]};

/** Returns the commit or digest of a source in the lock file. */
export function lockedPin({git, oci, wanted}: Unpinned, {place}: Pick<SourceEntry, 'place'>): LockedPin {
  const {lock, diagnostics} = readLockFile(place.stackDir);
  const found = (lock.sources ?? []).find((one) => one.git === git && one.oci === oci && one.wanted === wanted);
  return {diagnostics, ...defined({pin: found?.pin})};
}
