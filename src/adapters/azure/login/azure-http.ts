import type {ClientSecretCredentialOptions} from '@azure/identity';
import type {httpsRequest} from '../../../lib/https-request.ts';

/** The dependencies of a login to Azure. Tests replace `http`. */
export type AzureDeps = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal;
  readonly http?: typeof httpsRequest;
};

type HttpClient = NonNullable<ClientSecretCredentialOptions['httpClient']>;
type Answer = Awaited<ReturnType<HttpClient['sendRequest']>>;

/** The limits of one response from Azure: 20 seconds and 1 MiB. */
export const BOUNDS = {timeoutMs: 20_000, maxBytes: 1024 * 1024};

/** Returns an HTTP client for Azure's library, with our limits and the proxy of the given environment. */
export const azureHttp = (http: typeof httpsRequest, {env, signal}: AzureDeps): HttpClient => ({
  sendRequest: async (request) => {
    const body = typeof request.body === 'string' ? {body: request.body} : {};
    const answer = await http({
      url: request.url,
      method: request.method,
      headers: Object.fromEntries(request.headers),
      ...body,
      ...BOUNDS,
      proxyEnv: env,
      signal,
    });
    return {
      request,
      status: answer.status,
      headers: headersOf(answer.headers),
      bodyAsText: answer.body.toString('utf8'),
    };
  },
});

function headersOf(plain: Readonly<Record<string, string>>): Answer['headers'] {
  const map = new Map(Object.entries(plain));
  return {
    get: (name) => map.get(name.toLowerCase()),
    has: (name) => map.has(name.toLowerCase()),
    set: (name, value) => void map.set(name.toLowerCase(), String(value)),
    delete: (name) => void map.delete(name.toLowerCase()),
    toJSON: () => Object.fromEntries(map),
    [Symbol.iterator]: () => map[Symbol.iterator](),
  };
}
