import {endpointAddress} from '../../../core/backend/endpoint-address.ts';
import {unreadableCertificates} from '../../../core/backend/unreadable-certificates.ts';
import {GantryError} from '../../../core/failure/failure.ts';
import {PATIENCE, type Patience} from '../../../lib/attempts.ts';
import {type Attempted, attemptHttps} from '../../../lib/https-attempts.ts';
import {HttpsFailure} from '../../../lib/https-failure.ts';
import {type HttpsAnswer, httpsRequest} from '../../../lib/https-request.ts';
import {readOrThrow} from '../../../lib/read-or-throw.ts';
import type {NoSecret} from '../../../ports/secret-store.ts';
import {type GcpLogin, gcpLogin} from '../login/gcp-login.ts';
import {explain, LOGIN, NO_TOKEN} from './explain.ts';
import type {GcsConfig} from './gcs-config.ts';

const GOOGLE = 'https://storage.googleapis.com';
const MAX_ANSWER_BYTES = 256 * 1024 * 1024;

/** The dependencies of the GCS backend besides its configuration. */
export type GcsOptions = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly patience?: Partial<Patience>;
  /** Aborts when the caller no longer waits for responses. */
  readonly signal?: AbortSignal | undefined;
};

/** A request to the JSON API. */
export type Asking = {
  /** The required permission: `storage.objects.get`. */
  readonly action: string;
  /** The key. Without it, the request concerns the bucket. */
  readonly key?: string | undefined;
  readonly method: string;
  /** The path after the address of the server. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
};

/** An open bucket. */
export type Bucket = {
  /** `Backend.name`. */
  readonly name: string;
  readonly bucket: string;
  /** The prefix of all keys, with a slash at its end. */
  readonly root: string;
  /** True for a server other than Google's, which may not support conditions. */
  readonly isForeign: boolean;
  readonly attempt: (asking: Asking) => Promise<Attempted>;
  readonly failure: (attempted: Attempted, asking: Pick<Asking, 'action' | 'key'>) => GantryError;
};

/**
 * Opens a bucket. Sends nothing.
 * @throws GantryError 'input/usage' for an endpoint without TLS and for certificates that cannot be read
 */
export function openBucket(config: GcsConfig, {env, patience, signal}: GcsOptions): Bucket {
  const {bucket, prefix} = config;
  // This variable belongs to gcloud.
  const caFile = config.caFile ?? (env['CLOUDSDK_CORE_CUSTOM_CA_CERTS_FILE'] || undefined);
  const own = endpointOf(config, env);
  const root = prefix === undefined ? '' : `${prefix}/`;
  const name = `gcs (${bucket}${prefix === undefined ? '' : `/${prefix}`}${own === undefined ? '' : ` at ${own}`})`;
  const ca = caFile === undefined ? undefined : readOrThrow(caFile, unreadableCertificates(caFile));
  const authorize = authorizer(name, environmentOf(config, env), signal);
  const waits = {...PATIENCE, ...patience};
  const send = async ({method, path, headers, body}: Asking): Promise<HttpsAnswer> => {
    const url = `${own ?? GOOGLE}${path}`;
    return httpsRequest({
      url,
      method,
      headers: {...(await authorize(url)), ...headers},
      body,
      ca,
      // A slow connection of at least 50 kB/s is not a failure.
      timeoutMs: Math.ceil(waits.attemptMs + (body?.length ?? 0) / 50),
      maxBytes: MAX_ANSWER_BYTES,
      proxyEnv: env,
      besideMetadata: own !== undefined,
      signal,
    });
  };
  return {
    name,
    bucket,
    root,
    isForeign: own !== undefined,
    attempt: (asking) => attemptHttps(() => send(asking), {patience: waits, stop: signal}),
    failure: (attempted, {action, key}) =>
      explain(attempted, {backend: name, bucket, action, on: key === undefined ? bucket : `${bucket}/${root}${key}`}),
  };
}

/** Returns the server if it is not Google's. */
function endpointOf({endpoint, insecure}: GcsConfig, env: GcsOptions['env']): string | undefined {
  const emulator = env['STORAGE_EMULATOR_HOST'] || undefined;
  if (endpoint !== undefined) return endpointAddress(endpoint, {from: 'endpoint', insecure, credentials: LOGIN});
  if (emulator === undefined) return undefined;
  // As in Google's own libraries, a host and port without a scheme mean http.
  const address = emulator.includes('://') ? emulator : `http://${emulator}`;
  return endpointAddress(address, {from: 'STORAGE_EMULATOR_HOST', insecure, credentials: LOGIN});
}

/** Returns the environment for the login. Credentials in the backend replace all others. */
const environmentOf = ({credentials}: GcsConfig, env: GcsOptions['env']): GcsOptions['env'] =>
  credentials === undefined
    ? env
    : {...env, GOOGLE_CREDENTIALS: credentials.key.reveal(), GOOGLE_OAUTH_ACCESS_TOKEN: undefined};

/** Returns a function that logs in once for all requests. After a failure, the next request logs in again. */
function authorizer(backend: string, env: GcsOptions['env'], signal: AbortSignal | undefined) {
  let login: Promise<GcpLogin | NoSecret> | undefined;
  return async (url: string): Promise<Readonly<Record<string, string>>> => {
    login ??= gcpLogin({env, signal});
    const opened = await login;
    const given = 'because' in opened ? opened : await opened.headers(url);
    if ('headers' in given) return given.headers;
    login = undefined;
    signal?.throwIfAborted();
    if (given.transient === true) throw new HttpsFailure('refused', undefined, given.because, NO_TOKEN);
    throw new GantryError({code: 'backend/credential', backend, problem: given.because, hint: LOGIN});
  };
}
