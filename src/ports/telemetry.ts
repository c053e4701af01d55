import type {OnEvent} from '../core/event.ts';

/** A request to a cluster, from its first attempt to its final response. A stream ends with its start. */
export type RequestReport = {
  readonly method: string;
  /** The path without the query. */
  readonly path: string;
  /** The request as text: `apply apps/v1 Deployment shop/web`. */
  readonly label: string;
  /** The HTTP status. Absent if there was no response. */
  readonly status?: number;
  /** The reason why there was no response: the code of a failure, or `aborted`. */
  readonly error?: string;
  /** The number of retries. */
  readonly retries: number;
  readonly startedAt: Date;
  readonly endedAt: Date;
};

/** A listener for requests to the API server. */
export type OnRequest = (report: RequestReport) => void;

/** A receiver of traces and metrics of a run. It never fails a run, and delays it only for a moment. */
export type Telemetry = {
  readonly onEvent: OnEvent;
  readonly onRequest: OnRequest;
  /** Runs the work of one step, so that its requests are attributed to the step. */
  readonly within: <T>(step: string, work: () => Promise<T>) => Promise<T>;
  /** Sends the remaining data. Returns the text of a warning if something could not be sent. */
  readonly end: (exitCode: number) => Promise<string | undefined>;
};
