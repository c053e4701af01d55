import type {Clock} from '../../ports/clock.ts';
import type {StoredLock} from './lock-record.ts';

/** The observations of a lock by this process. */
export type Sight = {
  /** The time for which the lock has stayed unchanged while this process watched, in milliseconds. */
  readonly quietMs: number;
  /** True if the current holder renewed the lock while this process watched. */
  readonly renewed: boolean;
  /** True if the lock has not changed since the first read. */
  readonly sinceFirst: boolean;
  readonly expired: boolean;
};

/**
 * Detects an abandoned lock without comparing clocks: its version stayed the same for its whole lease. The time counts on the
 * monotonic clock of this process, from the first read of that version. Call the result after each read.
 */
export function watchLock(clock: Clock): (stored: StoredLock) => Sight {
  let seen: {readonly version: string; readonly token: string; readonly since: number; readonly renewed: boolean};
  let first: string | undefined;
  return ({lock, version}) => {
    const now = clock.monotonic();
    const {token} = lock;
    if (first === undefined) seen = {version, token, since: now, renewed: false};
    first ??= version;
    if (seen.version !== version) seen = {version, token, since: now, renewed: seen.token === token};
    const quietMs = now - seen.since;
    return {
      quietMs,
      renewed: seen.renewed,
      sinceFirst: version === first,
      expired: lock.state === 'free' || quietMs >= lock.durationMs,
    };
  };
}
