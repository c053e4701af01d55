import type {Holder} from './holder.ts';

/** A lock that a run holds: its holder, its token and its lease. */
export type HeldState = {
  readonly formatVersion: 1;
  readonly state: 'held';
  readonly token: string;
  readonly renewal: number;
  /** The time in milliseconds that the lock must stay unchanged before another run may take it. */
  readonly durationMs: number;
  readonly holder: Holder;
  readonly since: string;
  /** The last renewal by the holder's clock. It is only for messages. Absent in locks of earlier versions. */
  readonly renewedAt?: string;
};
