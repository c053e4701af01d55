import {readFile} from 'node:fs/promises';
import type {JsonObject} from '../../../core/json.ts';
import {noAnswer, notItself, objectIn} from '../../../core/secret/no-answer.ts';
import {defined} from '../../../lib/defined.ts';
import {type HttpsAnswer, httpsRequest} from '../../../lib/https-request.ts';
import type {NoSecret} from '../../../ports/secret-store.ts';
import type {VaultConfig} from './vault-config.ts';

/** What requests to Vault may use; `http` replaces Node's request in tests. */
export type VaultDoors = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal;
  readonly http?: typeof httpsRequest;
};

/** A request to Vault; without a body it is a GET. */
export type VaultRequest = {
  /** Below /v1/: each segment is escaped here. */
  readonly path: readonly string[];
  readonly query?: string;
  readonly token?: string;
  /** Makes it a POST. */
  readonly body?: JsonObject;
};

/** An answer of Vault; `location` is where a standby server redirects to. */
export type VaultAnswer = {readonly status: number; readonly location: string | undefined; readonly body: JsonObject};

/** Sends a request to Vault; returns the reason if no answer can be had. */
export type AskVault = (request: VaultRequest) => Promise<VaultAnswer | NoSecret>;

const TRUST = 'Name the PEM file of its authority: `caFile` of the secret store, or VAULT_CACERT.';
const TIMEOUT_MS = 20_000;
const MAX_BYTES = 16 * 1024 * 1024;

/** One question to Vault's HTTP API; what does not come from Vault is told as such. */
export function askVault(config: VaultConfig, {env, signal, http = httpsRequest}: VaultDoors): AskVault {
  const namespace = config.namespace ?? env['VAULT_NAMESPACE'];
  const caFile = config.caFile ?? env['VAULT_CACERT'];
  return async ({path, query, token, body}) => {
    const ca = caFile ? await readFile(caFile, 'utf8').catch(() => undefined) : '';
    if (ca === undefined) return {because: `the file of certificates ${caFile} cannot be read`};
    let answer: HttpsAnswer;
    try {
      answer = await http({
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
      });
    } catch (error) {
      signal?.throwIfAborted();
      return noAnswer(error, TRUST);
    }
    return answerOf(answer);
  };
}

function answerOf({status, headers, body}: HttpsAnswer): VaultAnswer | NoSecret {
  const location = headers['location'];
  // A redirect of a standby has no body.
  if (body.length === 0) return {status, location, body: {}};
  const object = objectIn(body);
  if (object !== undefined) return {status, location, body: object};
  const foreign = notItself('Vault', {status, headers});
  return status >= 500 ? {...foreign, transient: true} : foreign;
}
