import {isObject, type JsonObject} from '../../../core/json.ts';
import {noAnswer, notItself, objectIn} from '../../../core/secret/no-answer.ts';
import {Secret} from '../../../core/secret/secret.ts';
import {type HttpsAnswer, type HttpsRequest, httpsRequest} from '../../../lib/https-request.ts';
import type {NoSecret} from '../../../ports/secret-store.ts';
import type {AlicloudDoors, AlicloudKeys} from './alicloud-keys.ts';

/** How long one request for session keys may take. */
export const TIMEOUT_MS = 20_000;
/** A secret has 32 KiB at most, and credentials far less. */
export const MAX_BYTES = 1024 * 1024;

/** Asks once, within the bounds; a failure is told, unless the run was stopped. */
export async function askOnce(
  request: Pick<HttpsRequest, 'url' | 'method' | 'headers' | 'body' | 'toMetadata'>,
  {env, signal, timeoutMs = TIMEOUT_MS, http = httpsRequest}: AlicloudDoors,
): Promise<HttpsAnswer | NoSecret> {
  try {
    return await http({
      ...request,
      timeoutMs,
      maxBytes: MAX_BYTES,
      proxyEnv: env,
      signal,
    });
  } catch (error) {
    signal?.throwIfAborted();
    return noAnswer(error, 'NODE_EXTRA_CA_CERTS names more authorities.');
  }
}

/** The keys of a session in the answer of STS, of a machine or of a credentials URI. `from`: for messages. */
export function sessionKeys(answer: HttpsAnswer, from: string): AlicloudKeys | NoSecret {
  const body = objectIn(answer.body);
  if (body === undefined) {
    const foreign = notItself(`the service that gives credentials for ${from}`, answer);
    return answer.status >= 500 ? {...foreign, transient: true} : foreign;
  }
  const keys = answer.status === 200 ? keysIn(isObject(body['Credentials']) ? body['Credentials'] : body) : undefined;
  if (keys !== undefined) return keys;
  const why = codeIn(body) ?? `HTTP ${answer.status}`;
  const because = `Alibaba Cloud gives no credentials for ${from} (${why})`;
  return answer.status >= 500 || answer.status === 429
    ? {because, transient: true}
    : {because, fault: 'denied', hint: 'Look at the role, at whom it trusts, and at whether the token has expired.'};
}

/** The code of an error; its texts quote requests. */
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
