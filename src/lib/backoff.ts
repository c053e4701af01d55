/** The number of the attempt that failed, and the bounds of the delay, in milliseconds. */
export type Backoff = {
  /** Which attempt has just failed; counts from 1. */
  readonly attempt: number;
  readonly firstMs: number;
  /** No own delay is longer. */
  readonly longestMs?: number;
  /** What the server asked for, if it did. */
  readonly askedMs?: number;
};

/**
 * The pause before the next attempt: at least what the server asks for; else longer each time, and never the same for two who
 * were refused together. `random` in [0, 1) spreads them.
 */
export function backoff(
  {attempt, firstMs, longestMs = Number.POSITIVE_INFINITY, askedMs = 0}: Backoff,
  random: number,
): number {
  const own = Math.min(longestMs, firstMs * 2 ** (attempt - 1)) * (0.5 + random / 2);
  return Math.max(own, Number.isFinite(askedMs) ? askedMs : 0);
}
