import {readFile} from 'node:fs/promises';
import type {JsonObject} from '../../../core/json.ts';
import {notItself, objectIn, responseOr} from '../../../core/secret/no-answer.ts';
import {defined} from '../../../lib/defined.ts';
import {type HttpsAnswer, httpsRequest} from '../../../lib/https-request.ts';
import type {NoSecret} from '../../../ports/secret-store.ts';
import type {VaultServer} from './vault-server.ts';

/** The dependencies of requests to Vault. Tests replace `http`. */
export type VaultDeps = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal;
  readonly http?: typeof httpsRequest;
};

/** A request to Vault. Without a body it is a GET. */
export type VaultRequest = {
  /** The path under /v1/. Each segment is escaped here. */
  readonly path: readonly string[];
  readonly query?: string;
  readonly token?: string;
  /** The body. It makes the request a POST. */
  readonly body?: JsonObject;
};

/** A response of Vault. `location` is the redirect target of a standby server. */
export type VaultAnswer = {readonly status: number; readonly location: string | undefined; readonly body: JsonObject};

/** Sends a request to Vault, or returns the reason why there is no response. */
export type AskVault = (request: VaultRequest) => Promise<VaultAnswer | NoSecret>;

const TRUST = 'Set `caFile` of the secret store, or VAULT_CACERT, to the PEM file of its authority.';
const TIMEOUT_MS = 20_000;
const MAX_BYTES = 16 * 1024 * 1024;

/** Returns a function that sends requests to Vault's HTTP API. It reports responses that do not come from Vault. */
export function askVault(config: VaultServer, {env, signal, http = httpsRequest}: VaultDeps): AskVault {
  const namespace = config.namespace ?? env['VAULT_NAMESPACE'];
  const caFile = config.caFile ?? env['VAULT_CACERT'];
  return async ({path, query, token, body}) => {
    const ca = caFile ? await readFile(caFile, 'utf8').catch(() => undefined) : '';
    if (ca === undefined) return {because: `the certificate file ${caFile} cannot be read`};
    const answer = await responseOr(
      () =>
        http({
          url: `${config.server.replace(/(?<!\/)\/+$/, '')}/v1/${path.map(encodeURIComponent).join('/')}${query ?? ''}`,
          method: body === undefined ? 'GET' : 'POST',
          headers: {
            'x-vault-request': 'true',
            ...defined({
              'x-vault-token': token,
              'x-vault-namespace': namespace || undefined,
              'content-type': body === undefined ? undefined : 'application/json',
            }),
          },
          body: body && JSON.stringify(body),
          ca: ca === '' ? undefined : ca,
          timeoutMs: TIMEOUT_MS,
          maxBytes: MAX_BYTES,
          proxyEnv: env,
          signal,
        }),
      signal,
      TRUST,
    );
    if ('because' in answer) return answer;
    return answerOf(answer);
  };
}

function answerOf({status, headers, body}: HttpsAnswer): VaultAnswer | NoSecret {
  const location = headers['location'];
  // A redirect of a standby server has no body.
  if (body.length === 0) return {status, location, body: {}};
  const object = objectIn(body);
  if (object !== undefined) return {status, location, body: object};
  const foreign = notItself('Vault', {status, headers});
  return status >= 500 ? {...foreign, transient: true} : foreign;
}
