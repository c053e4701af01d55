/** The clock of a sandbox. */
export type SandboxClock = {
  readonly now: () => Date;
  /** Milliseconds. Never decreases. */
  readonly monotonic: () => number;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
};
