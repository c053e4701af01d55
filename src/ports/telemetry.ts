import type {OnEvent} from '../core/event.ts';

/** One request to a cluster, from its first attempt to its final answer; for a stream to its begin. */
export type RequestReport = {
  readonly method: string;
  /** Without its query. */
  readonly path: string;
  /** For people: `apply apps/v1 Deployment shop/web`. */
  readonly label: string;
  /** Absent: no answer came. */
  readonly status?: number;
  /** Why none came: a failure's code, or `aborted`. */
  readonly error?: string;
  /** How often it was sent again. */
  readonly retries: number;
  readonly startedAt: Date;
  readonly endedAt: Date;
};

/** A listener for requests to the API server. */
export type OnRequest = (report: RequestReport) => void;

/** Where a run tells of itself to who watches many. It never fails a run, and never holds one up for longer than a moment. */
export type Telemetry = {
  readonly onEvent: OnEvent;
  readonly onRequest: OnRequest;
  /** Does the work of one step: requests that it makes are known as the step's own. */
  readonly within: <T>(step: string, work: () => Promise<T>) => Promise<T>;
  /** Sends what is left. Answers why something could not be sent, for one warning. */
  readonly end: (exitCode: number) => Promise<string | undefined>;
};
