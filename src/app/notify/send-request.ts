import {backoff} from '../../lib/backoff.ts';
import {HttpsFailure} from '../../lib/https-failure.ts';
import {type HttpsAnswer, httpsRequest} from '../../lib/https-request.ts';
import type {SendRequest, TargetRequest} from '../../ports/notifier.ts';
import type {Deps} from '../deps.ts';

/** The limits of one request to a target. Times are in milliseconds. */
const ATTEMPTS = 3;
const ATTEMPT_MS = 10_000;
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 10_000;
const MAX_BYTES = 8 * 1024 * 1024;

/** The statuses after which the server has done nothing, and may do it later. */
const BUSY: ReadonlySet<number> = new Set([429, 503]);
const PASSING: ReadonlySet<number> = new Set([408, 425, 500, 502, 504]);

/** The dependencies of requests to targets. Tests replace `http`. */
export type SendDeps = Pick<Deps, 'env' | 'clock'> & {
  readonly http?: typeof httpsRequest;
  /** Ends the requests. An interrupted release still reports itself, so that its signal is not used here. */
  readonly signal?: AbortSignal | undefined;
};

/**
 * Returns the function that sends requests to targets: at most three attempts of ten seconds, without redirects. A problem names only the
 * server and the status, because a response may quote a token.
 */
export const requestSender =
  ({env, clock, http = httpsRequest, signal}: SendDeps): SendRequest =>
  async ({isRepeatable, ...request}) => {
    for (let attempt = 1; ; attempt++) {
      const outcome = await once(request, {env, http, signal});
      const answered = !('error' in outcome);
      if (answered && outcome.status >= 200 && outcome.status < 300) return outcome;
      const delay = backoff({attempt, firstMs: FIRST_DELAY_MS, askedMs: askedMs(outcome)}, Math.random());
      if (attempt >= ATTEMPTS || !mayRepeat(outcome, isRepeatable) || delay > LONGEST_DELAY_MS || signal?.aborted)
        return {problem: problemOf(outcome, request.url)};
      await clock.sleep(delay, signal).catch(() => undefined);
    }
  };

type Outcome = HttpsAnswer | {readonly error: unknown};

const once = async (
  request: Omit<TargetRequest, 'isRepeatable'>,
  {env, http, signal}: Required<Pick<SendDeps, 'http'>> & Pick<SendDeps, 'env' | 'signal'>,
): Promise<Outcome> => {
  try {
    return await http({...request, timeoutMs: ATTEMPT_MS, maxBytes: MAX_BYTES, proxyEnv: env, signal});
  } catch (error) {
    return {error};
  }
};

function mayRepeat(outcome: Outcome, isRepeatable: boolean): boolean {
  if (!('error' in outcome)) return BUSY.has(outcome.status) || (isRepeatable && PASSING.has(outcome.status));
  const {error} = outcome;
  if (!(error instanceof HttpsFailure)) return false;
  // The server got no request over a refused connection.
  if (error.kind === 'refused' || error.kind === 'dns') return true;
  return isRepeatable && (error.kind === 'timeout' || error.kind === 'cut');
}

const askedMs = (outcome: Outcome): number =>
  'error' in outcome ? 0 : Number(outcome.headers['retry-after'] ?? 0) * 1000;

function problemOf(outcome: Outcome, url: string): string {
  if ('error' in outcome) {
    const {error} = outcome;
    // Texts of other errors may quote the request.
    return error instanceof HttpsFailure ? error.message : 'the request could not be sent';
  }
  const {status} = outcome;
  const host = URL.parse(url)?.host ?? 'the server';
  if (status >= 300 && status < 400) return `${host} redirects (HTTP ${status}), and redirects are not followed`;
  if (status === 401 || status === 403) return `${host} refuses the credential (HTTP ${status})`;
  return `${host} responds with HTTP ${status}`;
}
