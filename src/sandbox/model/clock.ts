/** The time in a sandbox. */
export type SandboxClock = {
  readonly now: () => Date;
  /** Milliseconds; never goes back. */
  readonly monotonic: () => number;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
};
