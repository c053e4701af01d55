import type {Failure} from '../../core/failure/failure.ts';
import type {RunLock} from '../../ports/step-run.ts';
import type {Begun, Progress} from './begun.ts';
import type {Stored} from './stored.ts';
import type {StreamEvent} from './stream.ts';

/** An apply of Terraform that a watcher runs. It goes to the watcher by a pipe, because it contains keys. */
export type WatchOrder = {
  readonly lineage: string;
  /** The token of the lock of the run. Absent: no lock is held. */
  readonly token?: string | undefined;
  readonly directory: string;
  readonly path: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The apply: the name of its file of events. */
  readonly apply: string;
  /** The document as this run stored it last, without the values that it shows. */
  readonly stored: Stored;
  readonly version: string | undefined;
};

/** The end of a watched apply. */
export type Watched = {
  /** The exit code, or the signal that ended Terraform. */
  readonly code: number | string;
  /** The version of the stored document. */
  readonly version: string | undefined;
  readonly begun: readonly Begun[];
  /** The reason why the last state is not stored. It is in the directory then. */
  readonly unstored?: Failure | undefined;
  /** The reason why Terraform was not started. */
  readonly refused?: Failure | undefined;
  /** The reason why Terraform was interrupted, if no user did it. */
  readonly stopped?: string | undefined;
};

/** The listeners of an apply in the process that waits for it. */
export type WatchListeners = {
  /** Interrupts Terraform: it ends the step in progress. */
  readonly signal: AbortSignal;
  readonly onEvent: (event: StreamEvent) => void;
  readonly onWaiting: (message: string) => void;
  /** Leaves the lock of the run to the watcher, which stores the last state alone. `next` is called when this run uses the lock no more. */
  readonly leaveTo: RunLock['leaveTo'];
};

/** Runs an apply in a directory so that the end of this process does not end it, and returns when its state is stored. */
export type Watch = (
  directory: string,
  makeOrder: () => Promise<WatchOrder>,
  listeners: WatchListeners,
) => Promise<Watched & {readonly progress: Progress; readonly rest: string}>;
