import type {CustomFetch} from 'openid-client';
import {httpsRequest} from '../../../lib/https-request.ts';

export type FetchOptions = {
  /** PEM certificates to trust besides those of the system. */
  readonly ca?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Told of the clock of the provider with each answer, as far as it says it. */
  readonly onDate?: (date: Date) => void;
};

const TIMEOUT_MS = 20_000;
const MAX_BYTES = 1_048_576;

/** How openid-client reaches a provider: by the same requests as everything of ours, no redirect followed. */
export function identityFetch({ca, env, onDate}: FetchOptions): CustomFetch {
  return async (url, {method, headers, body, signal}) => {
    const answer = await httpsRequest({
      url,
      method,
      headers,
      ...bodyOf(body),
      ...(ca === undefined ? {} : {ca}),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      proxyEnv: env,
      ...(signal === undefined || signal === null ? {} : {signal}),
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
