import type {Requests} from './request-types.ts';

/** Requests with a counter, for the summary of a run. */
export type CountedRequests = Requests & {
  /** How many were asked for so far, watches included; a retry is not another one. */
  readonly count: () => number;
};

/** The same requests, counted. */
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
