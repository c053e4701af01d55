import type {JsonObject, JsonPath} from '../core/json.ts';
import type {KnownValues} from '../core/reference/values.ts';
import type {TimeLimit} from './time-limit.ts';

/** The signals, the limits and the listeners of one applied change. */
export type StepRun = {
  /** Ends every wait: the run was interrupted, or its lock is another's. */
  readonly signal: AbortSignal;
  /** Aborted, with a GantryError, when no more write may begin: as `signal`, and when the time of the whole run is over. */
  readonly stop: AbortSignal;
  /** The live object of another resource of this run, for references to that path of it. */
  readonly live: (id: string, path?: JsonPath) => JsonObject | undefined;
  /** Whether a value of a resource of another runtime is never shown. */
  readonly isSensitive?: KnownValues['isSensitive'];
  readonly onWaiting: (message: string) => void;
  readonly onApplied: () => void;
  /** False: do not wait for readiness. */
  readonly wait: boolean;
  /** Gives the place among those under way to another step: nothing more is written for this one. */
  readonly freeSlot?: () => void;
  /** Milliseconds until this resource must be ready. */
  readonly timeoutMs: number;
  /** Which limit that is; all waits of a step end with it together. Absent: each wait has `timeoutMs`. */
  readonly limit?: TimeLimit;
  /**
   * Asked before each write: resolves when the lock is surely ours for long enough, rejects when it is not ours any more, or
   * when `stop` is aborted. Without `stop`: that of the run.
   */
  readonly beforeWrite: (stop?: AbortSignal) => Promise<void>;
  /** The longest that one request to write may take: the lock is asked for as much. */
  readonly writeTimeoutMs: number;
};
