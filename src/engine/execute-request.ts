import type {OnEvent} from '../core/event.ts';
import type {Clock} from '../ports/clock.ts';
import type {PlannedChange} from '../ports/planned-change.ts';
import type {RunLock} from '../ports/step-run.ts';

/** A plan to execute, with its time limits and its concurrency limit. */
export type ExecuteRequest = {
  /** The changes, in an order in which each one follows those that it depends on. */
  readonly changes: readonly PlannedChange[];
  readonly wait: boolean;
  /** Also wait until unchanged resources are ready, because the last run failed. */
  readonly confirmUnchanged: boolean;
  readonly timeouts: {readonly resourceMs: number; readonly totalMs: number};
  /** The maximum number of resources in progress at once. Without it, only the request pool of the runtime limits them. */
  readonly parallelism?: number | undefined;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onEvent: OnEvent;
  /** Resolves when a request may be sent. Rejects when no more requests may be sent. */
  readonly beforeWrite: (stop: AbortSignal) => Promise<void>;
  /** Waits, before a step begins, until it may write or the run is stopped. */
  readonly untilReady?: (stop: AbortSignal) => Promise<void>;
  readonly writeTimeoutMs: number;
  /** Absent: no lock is held. */
  readonly lock?: RunLock;
};
