/** A clock. Tests replace it. */
export type Clock = {
  readonly now: () => Date;
  /** Returns milliseconds on a clock that never goes back. */
  readonly monotonic: () => number;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
};
