import type {Requests} from './request-types.ts';

/** Requests with a counter, for the summary of a run. */
export type CountedRequests = Requests & {
  /** Returns the number of requests so far, including watches; retries are not counted. */
  readonly count: () => number;
};

/** Counts the requests that are sent. */
export function countRequests({send, stream, credential, close}: Requests): CountedRequests {
  let count = 0;
  return {
    send: (request) => {
      count++;
      return send(request);
    },
    stream: (request) => {
      count++;
      return stream(request);
    },
    credential,
    close,
    count: () => count,
  };
}
