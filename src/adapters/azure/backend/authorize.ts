import {GantryError} from '../../../core/failure/failure.ts';
import {HttpsFailure} from '../../../lib/https-failure.ts';
import {azureLogin} from '../login/azure-login.ts';
import type {AzureBackendConfig} from './azure-config.ts';
import {LOGIN, NO_TOKEN} from './explain.ts';
import {sharedKey} from './sign-request.ts';

/** The scope for the storage of all clouds of Microsoft. */
const SCOPE = 'https://storage.azure.com/.default';

/** A request before it is sent. */
export type Sending = {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: number;
};

/** Returns the address and the headers of an authorized request. */
export type Authorize = (sending: Sending) => Promise<Pick<Sending, 'url' | 'headers'>>;

type AuthorizeDeps = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal | undefined;
};

type Opening = Pick<AzureBackendConfig, 'credentials'> & {readonly account: string; readonly backend: string};

/** Selects the credential: the key of the backend, then a key or a shared access signature of the environment, then the login to Azure. */
export function authorizer({credentials, account, backend}: Opening, deps: AuthorizeDeps): Authorize {
  const {env} = deps;
  const key = credentials?.key.reveal() ?? (env['AZURE_STORAGE_KEY'] || env['ARM_ACCESS_KEY'] || undefined);
  if (key !== undefined) return withKey(account, key.trim(), backend);
  const signature = env['AZURE_STORAGE_SAS_TOKEN'] || env['ARM_SAS_TOKEN'] || undefined;
  return signature === undefined ? withLogin(backend, deps) : withSignature(signature.trim());
}

function withKey(account: string, key: string, backend: string): Authorize {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(key))
    throw new GantryError({
      code: 'backend/credential',
      backend,
      problem: 'the key of the storage account is not base64',
      hint: 'Copy the whole key from the output of "az storage account keys list"',
    });
  return async ({method, url, headers, bytes}) => {
    const dated = {...headers, 'x-ms-date': new Date().toUTCString()};
    return {url, headers: {...dated, authorization: sharedKey({account, key, method, url, headers: dated, bytes})}};
  };
}

const withSignature =
  (signature: string): Authorize =>
  async ({url, headers}) => {
    const signed = new URL(url);
    for (const [name, value] of new URLSearchParams(signature.replace(/^\?/, ''))) signed.searchParams.set(name, value);
    return {url: signed, headers};
  };

function withLogin(backend: string, {env, signal}: AuthorizeDeps): Authorize {
  const login = azureLogin({}, SCOPE, signal === undefined ? {env} : {env, signal});
  return async ({url, headers}) => {
    const given = await login();
    if ('token' in given) return {url, headers: {...headers, authorization: `Bearer ${given.token}`}};
    signal?.throwIfAborted();
    if (given.transient === true) throw new HttpsFailure('refused', undefined, given.because, NO_TOKEN);
    throw new GantryError({code: 'backend/credential', backend, problem: given.because, hint: LOGIN});
  };
}
