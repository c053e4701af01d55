import {type Failure, GantryError} from '../../../core/failure/failure.ts';
import type {Attempted} from '../../../lib/https-attempts.ts';
import {HttpsFailure} from '../../../lib/https-failure.ts';

/** What was asked of which bucket, for people. */
export type Asked = {
  /** `Backend.name`. */
  readonly backend: string;
  /** The permission that it needs: `storage.objects.get`. */
  readonly action: string;
  /** The object, or the bucket, with its whole name. */
  readonly on: string;
  readonly bucket: string;
};

/** The words for a refusal of Cloud Storage or of the way to it. What the server wrote is not repeated: it quotes what was sent. */
export function explain({reply, doubtful}: Attempted, asked: Asked): GantryError {
  const failure = reply instanceof HttpsFailure ? wayFailure(reply, asked) : answerFailure(reply.status, asked);
  const cause = reply instanceof HttpsFailure ? reply : undefined;
  return new GantryError(isWrite(asked) && doubtful ? inDoubt(failure) : failure, {cause});
}

const isWrite = ({action}: Asked): boolean => /^storage[.]objects[.](?:create|delete)/.test(action);

const inDoubt = (failure: Failure): Failure =>
  failure.code === 'backend/io'
    ? {...failure, detail: `${failure.detail}; it may have been done all the same`}
    : failure;

function answerFailure(status: number, {backend, bucket, action, on}: Asked): Failure {
  if (status === 401)
    return {
      code: 'backend/credential',
      backend,
      problem: 'Google does not take the credentials (HTTP 401): they have expired or are not valid',
      hint: LOGIN,
    };
  // Where an object may be missing, the caller knows what that means.
  if (status === 404) return noBucket(backend, bucket);
  if (status === 403) return {code: 'backend/denied', backend, action, on};
  const problem = status === 429 ? 'it is too busy (HTTP 429)' : `it answered HTTP ${status}`;
  return io(backend, `${action} on ${on}: ${problem}`, 'Run it again: what was done so far is found.');
}

function wayFailure({kind, code, message}: HttpsFailure, {backend, action, on}: Asked): Failure {
  if (code === NO_TOKEN) return {code: 'backend/credential', backend, problem: message, hint: LOGIN};
  if (kind === 'tls')
    return {
      code: 'backend/unusable',
      backend,
      problem: `there is no secure connection to it: ${message}`,
      hint: 'Name the authority that signed its certificate: caFile=FILE',
    };
  return io(backend, `${action} on ${on}: ${message}`, WAY[kind] ?? 'Run it again: what was done so far is found.');
}

const WAY: Partial<Record<HttpsFailure['kind'], string>> = {
  dns: 'Look at the endpoint for a misspelling, and whether this machine finds names at all (DNS).',
  refused: 'Look at the address and the port of the endpoint, and whether its server runs.',
  proxy: 'Look at HTTPS_PROXY and NO_PROXY.',
  address: 'Look at the endpoint.',
};

const io = (backend: string, problem: string, hint: string): Failure => ({
  code: 'backend/io',
  detail: `${backend}: ${problem}`,
  hint,
});

/** Says that a bucket does not exist. */
const noBucket = (backend: string, bucket: string): Failure => ({
  code: 'backend/unusable',
  backend,
  problem: `there is no bucket ${bucket}`,
  hint: 'Make the bucket (Gantry makes none), or name another one',
});

/** The `code` of an attempt that ended before anything was sent: Google gave no token, and may give one soon. */
export const NO_TOKEN = 'NO_TOKEN';

/** What to do where Google takes no credentials. */
export const LOGIN =
  'Set GOOGLE_APPLICATION_CREDENTIALS or GOOGLE_CREDENTIALS, or log in with "gcloud auth application-default login"';
