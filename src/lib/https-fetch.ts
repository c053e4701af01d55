import {httpsRequest} from './https-request.ts';

/** The trust, the proxies and the limits of a `fetch`. */
export type HttpsFetchOptions = {
  /** PEM certificates to trust besides those of the system. */
  readonly ca?: string | undefined;
  /** The environment with HTTPS_PROXY and NO_PROXY. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Receives the time of the server from each response that has one. */
  readonly onDate?: (date: Date) => void;
};

/** The options that openid-client passes to a custom fetch function. */
type Init = {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | null | undefined;
};

const TIMEOUT_MS = 20_000;
const MAX_BYTES = 1_048_576;

/** Returns a fetch function for libraries of identity providers: responses of at most 1 MiB in 20 s, without redirects. */
export function httpsFetch({ca, env, onDate}: HttpsFetchOptions): (url: string, init: Init) => Promise<Response> {
  return async (url, {method, headers, body, signal}) => {
    const answer = await httpsRequest({
      url,
      method,
      headers,
      ...bodyOf(body),
      ca,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      proxyEnv: env,
      signal: signal === undefined || signal === null ? undefined : signal,
    });
    const date = Date.parse(answer.headers['date'] ?? '');
    if (!Number.isNaN(date)) onDate?.(new Date(date));
    const empty = [204, 205, 304].includes(answer.status);
    return new Response(empty ? null : new Uint8Array(answer.body), {status: answer.status, headers: answer.headers});
  };
}

/** Returns the body of a request: a form or nothing. */
function bodyOf(body: unknown): {readonly body?: string} {
  if (body === undefined || body === null) return {};
  if (typeof body === 'string' || body instanceof URLSearchParams) return {body: String(body)};
  throw new Error('requests to an identity provider must have a form as their body');
}
