import {isObject, type JsonObject} from '../../../core/json.ts';
import {notItself, objectIn, responseOr} from '../../../core/secret/no-answer.ts';
import {Secret} from '../../../core/secret/secret.ts';
import {type HttpsAnswer, type HttpsRequest, httpsRequest} from '../../../lib/https-request.ts';
import type {NoSecret} from '../../../ports/secret-store.ts';
import type {AlicloudDeps, AlicloudKeys} from './alicloud-keys.ts';

/** The timeout of one request for session keys, in milliseconds. */
export const TIMEOUT_MS = 20_000;
/** The maximum size of a response in bytes. A secret has at most 32 KiB, and credentials are far smaller. */
export const MAX_BYTES = 1024 * 1024;

/** Sends one request within the limits. A failure is returned, unless the run was stopped. */
export async function askOnce(
  request: Pick<HttpsRequest, 'url' | 'method' | 'headers' | 'body' | 'toMetadata'>,
  {env, signal, timeoutMs = TIMEOUT_MS, http = httpsRequest}: AlicloudDeps,
): Promise<HttpsAnswer | NoSecret> {
  return responseOr(
    () => http({...request, timeoutMs, maxBytes: MAX_BYTES, proxyEnv: env, signal}),
    signal,
    'Set NODE_EXTRA_CA_CERTS to the PEM file of its authority.',
  );
}

/** Reads session keys from a response of STS, of the metadata service, or of a credentials URI. `from`: the source, for messages. */
export function sessionKeys(answer: HttpsAnswer, from: string): AlicloudKeys | NoSecret {
  const body = objectIn(answer.body);
  if (body === undefined) {
    const foreign = notItself(`the credential service for ${from}`, answer);
    return answer.status >= 500 ? {...foreign, transient: true} : foreign;
  }
  const keys = answer.status === 200 ? keysIn(isObject(body['Credentials']) ? body['Credentials'] : body) : undefined;
  if (keys !== undefined) return keys;
  const why = codeIn(body) ?? `HTTP ${answer.status}`;
  const because = `Alibaba Cloud returned no credentials for ${from} (${why})`;
  return answer.status >= 500 || answer.status === 429
    ? {because, transient: true}
    : {because, fault: 'denied', hint: 'Check the role, its trust policy, and whether the token has expired.'};
}

/** Returns the code of an error. Its texts quote requests. */
export const codeIn = ({Code}: JsonObject): string | undefined =>
  typeof Code === 'string' && /^[\w.]{1,80}$/.test(Code) ? Code : undefined;

function keysIn(fields: JsonObject): AlicloudKeys | undefined {
  const {AccessKeyId: id, AccessKeySecret: secret, SecurityToken: token, Expiration: end} = fields;
  if (typeof id !== 'string' || typeof secret !== 'string' || typeof token !== 'string') return undefined;
  const until = typeof end === 'string' ? Date.parse(end) : Number.NaN;
  return {
    id,
    secret: new Secret(secret),
    token: new Secret(token),
    until: Number.isNaN(until) ? undefined : until,
  };
}
