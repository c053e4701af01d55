import type {JsonObject, JsonPath} from '../core/json.ts';
import type {KnownValues} from '../core/reference/values.ts';
import type {TimeLimit} from './time-limit.ts';

/** The signals, the limits and the listeners of one applied change. */
export type StepRun = {
  /** Ends every wait, because the run was interrupted or lost its lock. */
  readonly signal: AbortSignal;
  /** Aborts with a GantryError when no more writes may begin: together with `signal`, and when the time of the whole run is over. */
  readonly stop: AbortSignal;
  /** Returns the live object of another resource of this run, to resolve a reference to that path. */
  readonly live: (id: string, path?: JsonPath) => JsonObject | undefined;
  /** Reports whether a value of a resource of another runtime is redacted. */
  readonly isSensitive?: KnownValues['isSensitive'];
  readonly onWaiting: (message: string) => void;
  readonly onApplied: () => void;
  /** Called with a line that a container of the resource wrote, without known secrets. */
  readonly onLog?: (line: {readonly pod: string; readonly container: string; readonly line: string}) => void;
  /** False: the step does not wait for readiness. */
  readonly wait: boolean;
  /**
   * Lets another step begin, because this one waits for something else than the turn of its first request. `beforeWrite`, `onWaiting` and
   * `onApplied` call it.
   */
  readonly letNext?: () => void;
  /** Frees the slot of this step for another one, because this step writes nothing more. */
  readonly freeSlot?: () => void;
  /** The time in milliseconds within which this resource must become ready. */
  readonly timeoutMs: number;
  /** The limit that `timeoutMs` comes from. All waits of a step end with it. Absent: each wait has its own `timeoutMs`. */
  readonly limit?: TimeLimit;
  /**
   * Call this before each write. Resolves when the lock is held for long enough. Rejects when the lock is lost or when `stop`
   * aborts. Default of `stop`: the signal of the run.
   */
  readonly beforeWrite: (stop?: AbortSignal) => Promise<void>;
  /** The maximum duration of one write request in milliseconds. The lock must be held for as long. */
  readonly writeTimeoutMs: number;
  /** Absent: no lock is held. */
  readonly lock?: RunLock;
};

/** The lock of a run, for a process that continues a step if this one ends. */
export type RunLock = {
  /** Identifies the run as the holder, so that another process of it can renew the lock, too. */
  readonly token: string;
  /** Leaves the lock to that process: at the end of this run it stays held, and `next` is called. From then on, that process frees it. */
  readonly leaveTo: (next: () => void) => void;
};
