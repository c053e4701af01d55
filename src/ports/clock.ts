/** Time as the inside sees it; tests turn the hands. */
export type Clock = {
  readonly now: () => Date;
  /** Milliseconds on a clock that never goes back. */
  readonly monotonic: () => number;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
};
