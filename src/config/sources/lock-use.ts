import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {ChartLockEntry, PinnedSource} from './helm/chart-lock-file.ts';

/** A missing or stale entry of the lock file: the message, and the position of the setting that wants it. */
export type StaleLock = Pick<Diagnostic, 'message' | 'at' | 'path'>;

/** The comparison of a source with the lock file of its stack. */
export type LockUse = {
  /** The charts and other sources in the lock file that belong to it. */
  readonly used: readonly (ChartLockEntry | PinnedSource)[];
  readonly stale: readonly StaleLock[];
};

/** The comparison of a source that needs no entry. */
export const NO_LOCK: LockUse = {used: [], stale: []};
