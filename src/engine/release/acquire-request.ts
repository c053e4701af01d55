import type {OnEvent} from '../../core/event.ts';
import type {HistoryNames} from '../../core/release/history-names.ts';
import type {Holder} from '../../core/release/holder.ts';
import type {StackOrigin} from '../../core/release/origin.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Clock} from '../../ports/clock.ts';
import type {ReleaseHistory} from './release-history.ts';
import type {LeaseTerms} from './renewals.ts';

/** The release history on which a plan is based. */
type PlannedOn = {
  readonly backend: Backend;
  /** A release that was recorded or begun since then causes `plan/stale`. */
  readonly history: ReleaseHistory;
  readonly names: HistoryNames;
  /** The lineage that the plan assigned to a new release history. */
  readonly lineage?: string;
  readonly origin?: StackOrigin | undefined;
};

/** A release history to lock before a run. */
export type AcquireRequest = PlannedOn & {
  /** True if the user allowed this stack to take over a release history of another origin. */
  readonly takeOver?: boolean;
  readonly holder: Holder;
  readonly clock: Clock;
  /** The time to wait for the lock. With 0 the call fails at once, but still takes over from a provably dead holder. */
  readonly lockTimeoutMs: number;
  readonly signal: AbortSignal;
  readonly onEvent: OnEvent;
  readonly terms?: LeaseTerms;
  readonly isDead?: (holder: Holder) => boolean;
};
