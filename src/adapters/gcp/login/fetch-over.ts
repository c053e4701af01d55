import {httpsRequest} from '../../../lib/https-request.ts';
import type {GcpDeps} from './gcp-deps.ts';

const TIMEOUT_MS = 20_000;
const MAX_BYTES = 1024 * 1024;

/** Returns a `fetch` for Google's library, with our limits and the proxy of the given environment. */
export function fetchOver({env, signal, http = httpsRequest}: GcpDeps): typeof fetch {
  return async (input, init = {}) => {
    const request = new Request(input, init);
    // The metadata service of a cloud uses HTTP.
    if (request.url.startsWith('http:')) return fetch(request);
    const {status, headers, body} = await http({
      url: request.url,
      method: request.method,
      headers: Object.fromEntries(request.headers),
      body: request.body === null ? undefined : Buffer.from(await request.arrayBuffer()),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      proxyEnv: env,
      signal,
    });
    return new Response([204, 304].includes(status) ? null : new Uint8Array(body), {status, headers});
  };
}
