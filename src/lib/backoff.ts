/** The number of the attempt that failed, and the bounds of the delay, in milliseconds. */
export type Backoff = {
  /** The number of the attempt that failed, from 1. */
  readonly attempt: number;
  readonly firstMs: number;
  /** The maximum delay, if the server does not request a longer one. */
  readonly longestMs?: number;
  /** The delay that the server requests, if any. */
  readonly askedMs?: number;
};

/**
 * Returns the delay in milliseconds before the next attempt: at least the one that the server requests, else an exponential one with
 * jitter. `random` is in [0, 1).
 */
export function backoff(
  {attempt, firstMs, longestMs = Number.POSITIVE_INFINITY, askedMs = 0}: Backoff,
  random: number,
): number {
  const own = Math.min(longestMs, firstMs * 2 ** (attempt - 1)) * (0.5 + random / 2);
  return Math.max(own, Number.isFinite(askedMs) ? askedMs : 0);
}
