import type {Clock} from '../../ports/clock.ts';
import type {StoredLock} from './lock-record.ts';

/**
 * Tells an abandoned lock without comparing clocks: its version stayed the same for its whole lease, counted on our own
 * monotonic clock from when we first saw that version. Ask it after each read.
 */
export function watchLock(clock: Clock): {readonly expired: (stored: StoredLock) => boolean} {
  let seen: {readonly version: string; readonly since: number} | undefined;
  return {
    expired: ({lock, version}) => {
      const now = clock.monotonic();
      if (lock.state === 'free') return true;
      if (seen?.version !== version) seen = {version, since: now};
      return now - seen.since >= lock.durationMs;
    },
  };
}
