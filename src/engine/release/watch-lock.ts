import type {Clock} from '../../ports/clock.ts';
import type {StoredLock} from './lock-record.ts';

/** What this process has seen of a lock while it watched. */
export type Sight = {
  /** For how long the lock has not changed before our eyes. */
  readonly quietMs: number;
  /** Its holder of now renewed it before our eyes. */
  readonly renewed: boolean;
  /** It has not changed since we first looked. */
  readonly sinceFirst: boolean;
  readonly expired: boolean;
};

/**
 * Tells an abandoned lock without comparing clocks: its version stayed the same for its whole lease, counted on our own
 * monotonic clock from when we first saw that version. Ask it after each read.
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
