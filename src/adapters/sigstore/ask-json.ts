import type {JsonObject} from '../../core/json.ts';
import {objectIn} from '../../core/secret/no-answer.ts';
import {httpsRequest} from '../../lib/https-request.ts';
import {KeylessFailure} from './keyless-failure.ts';

/** The environment of the run. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A request to a server: POST with a JSON `body`, GET without one. */
export type Question = {
  /** Its name, for messages. */
  readonly server: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: JsonObject;
};

const TIMEOUT_MS = 20_000;
const MOST_BYTES = 2 ** 20;

/**
 * Returns the object that a server answers. The text of a refusal is not repeated, because it may quote the token.
 * @throws KeylessFailure for another answer; HttpsFailure if there is none
 */
export async function askJson({server, url, headers, body}: Question, env: Environment): Promise<JsonObject> {
  const {status, body: answer} = await httpsRequest({
    url,
    method: body === undefined ? 'GET' : 'POST',
    headers: {accept: 'application/json', 'content-type': 'application/json', ...headers},
    body: body === undefined ? undefined : JSON.stringify(body),
    timeoutMs: TIMEOUT_MS,
    maxBytes: MOST_BYTES,
    proxyEnv: env,
  });
  const value = status === 200 || status === 201 ? objectIn(answer) : undefined;
  if (value === undefined)
    throw new KeylessFailure(`${server} (${new URL(url).host}) answered with HTTP status ${status}`);
  return value;
}

/** Returns the address of a path below a base address. */
export const below = (base: string, path: string): string => `${base.replace(/(?<!\/)\/+$/, '')}/${path}`;
