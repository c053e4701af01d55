import {httpsRequest} from './https-request.ts';

/** The trust, the proxies and the limits of a `fetch`. */
export type HttpsFetchOptions = {
  /** PEM certificates to trust besides those of the system. */
  readonly ca?: string | undefined;
  /** Where HTTPS_PROXY and NO_PROXY are looked up. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Told of the clock of the server with each answer, as far as it says it. */
  readonly onDate?: (date: Date) => void;
};

/** What openid-client gives to a fetch function of its user. */
type Init = {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | null | undefined;
};

const TIMEOUT_MS = 20_000;
const MAX_BYTES = 1_048_576;

/** A fetch for libraries that speak with identity providers: an answer of at most 1 MiB in 20 s, no redirect followed. */
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

/** Forms and nothing: all that is ever sent. */
function bodyOf(body: unknown): {readonly body?: string} {
  if (body === undefined || body === null) return {};
  if (typeof body === 'string' || body instanceof URLSearchParams) return {body: String(body)};
  throw new Error('an identity provider is sent forms only');
}
