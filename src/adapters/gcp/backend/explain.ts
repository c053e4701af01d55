import {type Failure, GantryError} from '../../../core/failure/failure.ts';
import type {Attempted} from '../../../lib/https-attempts.ts';
import {HttpsFailure} from '../../../lib/https-failure.ts';

/** A request to a bucket, for messages. */
export type Asked = {
  /** `Backend.name`. */
  readonly backend: string;
  /** The required permission: `storage.objects.get`. */
  readonly action: string;
  /** The object or the bucket, with its full name. */
  readonly on: string;
  readonly bucket: string;
};

/**
 * Returns the error for a refusal of Cloud Storage or a failed connection. The text of the server is not repeated, because it
 * quotes the request.
 */
export function explain({reply, doubtful}: Attempted, asked: Asked): GantryError {
  const failure = reply instanceof HttpsFailure ? wayFailure(reply, asked) : answerFailure(reply.status, asked);
  const cause = reply instanceof HttpsFailure ? reply : undefined;
  return new GantryError(isWrite(asked) && doubtful ? inDoubt(failure) : failure, {cause});
}

const isWrite = ({action}: Asked): boolean => /^storage[.]objects[.](?:create|delete)/.test(action);

const inDoubt = (failure: Failure): Failure =>
  failure.code === 'backend/io'
    ? {...failure, detail: `${failure.detail}; the request may still have taken effect`}
    : failure;

function answerFailure(status: number, {backend, bucket, action, on}: Asked): Failure {
  if (status === 401)
    return {
      code: 'backend/credential',
      backend,
      problem: 'Google rejects the credentials (HTTP 401): they have expired or are not valid',
      hint: LOGIN,
    };
  // A caller that expects a missing object handles this status itself.
  if (status === 404) return noBucket(backend, bucket);
  if (status === 403) return {code: 'backend/denied', backend, action, on};
  const problem = status === 429 ? 'it is too busy (HTTP 429)' : `it responded with HTTP ${status}`;
  return io(backend, `${action} on ${on}: ${problem}`, AGAIN);
}

function wayFailure({kind, code, message}: HttpsFailure, {backend, action, on}: Asked): Failure {
  if (code === NO_TOKEN) return {code: 'backend/credential', backend, problem: message, hint: LOGIN};
  if (kind === 'tls')
    return {
      code: 'backend/unusable',
      backend,
      problem: `no secure connection is possible: ${message}`,
      hint: 'Set caFile=FILE to the authority that signed its certificate',
    };
  return io(backend, `${action} on ${on}: ${message}`, WAY[kind] ?? AGAIN);
}

const AGAIN = 'Run the command again. It continues from what is stored.';

const WAY: Partial<Record<HttpsFailure['kind'], string>> = {
  dns: 'Check the spelling of the endpoint, and whether DNS works on this machine.',
  refused: 'Check the address and the port of the endpoint, and whether its server is running.',
  proxy: 'Check HTTPS_PROXY and NO_PROXY.',
  address: 'Check the endpoint.',
};

const io = (backend: string, problem: string, hint: string): Failure => ({
  code: 'backend/io',
  detail: `${backend}: ${problem}`,
  hint,
});

/** Returns the failure for a bucket that does not exist. */
const noBucket = (backend: string, bucket: string): Failure => ({
  code: 'backend/unusable',
  backend,
  problem: `the bucket ${bucket} does not exist`,
  hint: 'Create the bucket (Gantry does not), or use another one',
});

/** The `code` of an attempt that ended before anything was sent: Google returned no token, and may return one soon. */
export const NO_TOKEN = 'NO_TOKEN';

/** The hint for credentials that Google rejects. */
export const LOGIN =
  'Set GOOGLE_APPLICATION_CREDENTIALS or GOOGLE_CREDENTIALS, or log in with "gcloud auth application-default login"';
