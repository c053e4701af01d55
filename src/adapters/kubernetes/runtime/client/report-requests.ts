import {GantryError} from '../../../../core/failure/failure.ts';
import type {Clock} from '../../../../ports/clock.ts';
import type {OnRequest} from '../../../../ports/telemetry.ts';
import type {ClientRequest, ReplyFacts, Requests} from './request-types.ts';

type Reporting = {readonly clock: Clock; readonly onRequest?: OnRequest};

/** Reports each request when its answer has arrived. */
export function reportRequests(requests: Requests, {clock, onRequest}: Reporting): Requests {
  if (onRequest === undefined) return requests;
  const reported = async <T extends ReplyFacts>(
    request: ClientRequest,
    ask: (request: ClientRequest) => Promise<T>,
  ): Promise<T> => {
    const startedAt = clock.now();
    let attempts = 0;
    const beforeAttempt = async (): Promise<void> => {
      await request.beforeAttempt?.();
      attempts++;
    };
    const report = (end: {readonly status: number} | {readonly error: string}): void => {
      const {method, path, label = `${method} ${path}`} = request;
      const retries = Math.max(0, attempts - 1);
      onRequest({method, path, label, retries, startedAt, endedAt: clock.now(), ...end});
    };
    try {
      const reply = await ask({...request, beforeAttempt});
      report({status: reply.status});
      return reply;
    } catch (error) {
      report({error: error instanceof GantryError ? error.failure.code : 'aborted'});
      throw error;
    }
  };
  return {
    send: (request) => reported(request, requests.send),
    stream: (request) => reported(request, requests.stream),
    credential: requests.credential,
    close: requests.close,
  };
}
