import {ACCOUNT_NAME} from '../../../core/backend/bucket-names.ts';
import {endpointAddress} from '../../../core/backend/endpoint-address.ts';
import {unreadableCertificates} from '../../../core/backend/unreadable-certificates.ts';
import {GantryError} from '../../../core/failure/failure.ts';
import {PATIENCE, type Patience} from '../../../lib/attempts.ts';
import {type Attempted, attemptHttps} from '../../../lib/https-attempts.ts';
import {type HttpsAnswer, httpsRequest} from '../../../lib/https-request.ts';
import {readOrThrow} from '../../../lib/read-or-throw.ts';
import {type Authorize, authorizer} from './authorize.ts';
import type {AzureBackendConfig} from './azure-config.ts';
import {explain, LOGIN} from './explain.ts';

/** The version of the REST API. It is the first one whose listings mark directories. */
const API_VERSION = '2021-12-02';
const MAX_ANSWER_BYTES = 256 * 1024 * 1024;

/** The environment with the credentials, and the limits of requests. */
export type AzureBackendOptions = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly patience?: Partial<Patience>;
  /** Aborts when the caller no longer waits for responses. */
  readonly signal?: AbortSignal | undefined;
};

/** A request to the Blob service. */
export type Asking = {
  /** The required permission. */
  readonly action: string;
  /** The key. Without it, the request concerns the container. */
  readonly key?: string | undefined;
  readonly method: string;
  readonly query?: ReadonlyMap<string, string>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
};

/** An open container. */
export type Container = {
  /** `Backend.name`. */
  readonly name: string;
  /** The prefix of all keys, with a slash at its end. */
  readonly root: string;
  /** True for a server other than Azure's, which may not support conditions. */
  readonly isForeign: boolean;
  readonly attempt: (asking: Asking) => Promise<Attempted>;
  readonly failure: (attempted: Attempted, asking: Pick<Asking, 'action' | 'key'>) => GantryError;
};

/**
 * Opens a container. Sends nothing.
 * @throws GantryError 'input/usage' for an endpoint without TLS, for certificates that cannot be read, or a missing storage
 * account
 */
export function openContainer(config: AzureBackendConfig, {env, patience, signal}: AzureBackendOptions): Container {
  const {container, prefix, endpoint, insecure, caFile} = config;
  const account = accountOf(config, env);
  const own = endpoint && endpointAddress(endpoint, {from: 'endpoint', insecure, credentials: LOGIN});
  const root = prefix === undefined ? '' : `${prefix}/`;
  const place = `${account}/${container}${prefix === undefined ? '' : `/${prefix}`}`;
  const name = `azure (${place}${own === undefined ? '' : ` at ${own}`})`;
  const base = `${own ?? `https://${account}.blob.core.windows.net`}/${container}`;
  const ca = caFile === undefined ? undefined : readOrThrow(caFile, unreadableCertificates(caFile));
  const authorize = authorizer({credentials: config.credentials, account, backend: name}, {env, signal});
  const waits = {...PATIENCE, ...patience};
  const send = sender({base, root, ca, authorize, patience: waits, besideMetadata: own !== undefined}, {env, signal});
  return {
    name,
    root,
    isForeign: own !== undefined,
    attempt: (asking) => attemptHttps(() => send(asking), {patience: waits, stop: signal}),
    failure: (attempted, {action, key}) => {
      const on = key === undefined ? `${account}/${container}` : `${account}/${container}/${root}${key}`;
      return explain(attempted, {backend: name, account, container, action, on});
    },
  };
}

type Target = {
  /** The address of the container. */
  readonly base: string;
  readonly root: string;
  readonly ca: string | undefined;
  readonly authorize: Authorize;
  readonly patience: Patience;
  readonly besideMetadata: boolean;
};

/** Returns a function that sends authorized requests to the container. */
const sender =
  ({base, root, ca, authorize, patience, besideMetadata}: Target, {env, signal}: AzureBackendOptions) =>
  async ({method, key, query, headers = {}, body}: Asking): Promise<HttpsAnswer> => {
    const url = new URL(key === undefined ? base : `${base}/${pathOf(`${root}${key}`)}`);
    for (const [option, value] of query ?? []) url.searchParams.set(option, value);
    const bytes = body?.length ?? 0;
    // Without a length, Node would send a chunked body, which Azure rejects.
    const length = body === undefined ? {} : {'content-length': String(bytes)};
    const plain = {...headers, ...length, 'x-ms-version': API_VERSION};
    const authorized = await authorize({method, url, headers: plain, bytes});
    return httpsRequest({
      url: authorized.url.href,
      method,
      headers: authorized.headers,
      body,
      ca: ca ? ca : undefined,
      // A slow connection of at least 50 kB/s is not a failure.
      timeoutMs: Math.ceil(patience.attemptMs + bytes / 50),
      maxBytes: MAX_ANSWER_BYTES,
      proxyEnv: env,
      besideMetadata,
      signal,
    });
  };

const pathOf = (name: string): string => name.split('/').map(encodeURIComponent).join('/');

function accountOf({storageAccount}: AzureBackendConfig, env: AzureBackendOptions['env']): string {
  const account = storageAccount ?? (env['AZURE_STORAGE_ACCOUNT'] || undefined);
  if (account !== undefined && ACCOUNT_NAME.test(account)) return account;
  const message =
    account === undefined
      ? 'The backend has no Azure storage account'
      : `${storageAccount === undefined ? 'AZURE_STORAGE_ACCOUNT' : 'storage_account'}: a storage account has 3 to 24 small letters and digits`;
  const hint = 'Add ?storage_account=ACCOUNT to the address of the backend, or set AZURE_STORAGE_ACCOUNT.';
  throw new GantryError({code: 'input/usage', message, hint});
}
