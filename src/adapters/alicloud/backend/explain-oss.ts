import {type Failure, GantryError} from '../../../core/failure/failure.ts';
import type {Attempted} from './attempts.ts';
import {elementIn} from './oss-xml.ts';

/** A request to a bucket, for messages. */
export type OssAsked = {
  /** `Backend.name`. */
  readonly backend: string;
  readonly bucket: string;
  readonly region: string;
  /** The required permission: `oss:PutObject`. */
  readonly action: string;
  /** The object or the bucket, with its full name. */
  readonly on: string;
};

/** Returns the error for a refusal of OSS or a failed connection. The text of the server is not repeated, because it quotes the request. */
export const explainOss = (attempted: Attempted, asked: OssAsked): GantryError =>
  new GantryError(
    wayFailure(attempted, asked) ?? accessFailure(attempted, asked) ?? ioFailure(attempted, asked),
    'failure' in attempted ? {cause: attempted.failure} : undefined,
  );

function wayFailure(attempted: Attempted, {backend, bucket, region}: OssAsked): Failure | undefined {
  const unusable = (problem: string, hint: string): Failure => ({code: 'backend/unusable', backend, problem, hint});
  if ('failure' in attempted) {
    const {kind, message} = attempted.failure;
    if (kind === 'tls') return unusable(message, 'Set caFile=FILE to the authority that signed its certificate');
    if (kind === 'proxy') return unusable(message, 'Check HTTPS_PROXY and NO_PROXY');
    return kind === 'address' ? unusable(message, 'Set another endpoint') : undefined;
  }
  const {code, answer} = attempted;
  if (code === 'NoSuchBucket')
    return unusable(`the bucket ${bucket} does not exist`, 'Create the bucket (Gantry does not), or use another one');
  if (code === 'InvalidBucketName') return unusable(`${bucket} is not a valid bucket name`, 'Use another bucket');
  const elsewhere =
    answer.status === 403 || answer.status === 301 ? elementIn(answer.body.toString('utf8'), 'Endpoint') : undefined;
  if (elsewhere !== undefined && /^[a-z0-9.-]{1,100}$/.test(elsewhere))
    return unusable(`the bucket is not in the region ${region}: it is at ${elsewhere}`, 'Set its region: region=…');
  // A proxy may have responded instead.
  if (code === '' && answer.status !== 404 && answer.headers['x-oss-request-id'] === undefined && answer.status < 500)
    return unusable(
      `the response does not come from OSS (HTTP ${answer.status})`,
      'Check the endpoint, and any proxy between this machine and it',
    );
  return undefined;
}

const CREDENTIAL: Readonly<Record<string, readonly [string, string]>> = {
  InvalidAccessKeyId: [
    'the access key is unknown',
    'Check which credential is used: ALICLOUD_ACCESS_KEY, a profile, or the credentials of the backend',
  ],
  SignatureDoesNotMatch: [
    'the access key secret does not belong to the access key',
    'Copy both again, and check the region',
  ],
  SecurityTokenExpired: ['the session token has expired', 'Log in again, or renew the token'],
  InvalidSecurityToken: ['the session token was rejected', 'Log in again, or renew the token'],
  RequestTimeTooSkewed: ['the clock of this machine is wrong, so all requests are rejected', 'Set the clock'],
};

function accessFailure(attempted: Attempted, {backend, action, on}: OssAsked): Failure | undefined {
  if ('failure' in attempted) return undefined;
  const known = CREDENTIAL[attempted.code];
  if (known !== undefined) return {code: 'backend/credential', backend, problem: known[0], hint: known[1]};
  const {status} = attempted.answer;
  return status === 401 || status === 403 ? {code: 'backend/denied', backend, action, on} : undefined;
}

const isWrite = (action: string): boolean => /^oss:(?:Put|Delete)/.test(action);

function ioFailure(attempted: Attempted, {backend, action, on}: OssAsked): Failure {
  const isUnsure = attempted.doubtful && isWrite(action);
  return {
    code: 'backend/io',
    detail: `${backend}: ${action} on ${on}: ${because(attempted)}${isUnsure ? '; the request may still have taken effect' : ''}`,
    hint: hintFor(attempted),
  };
}

function because(attempted: Attempted): string {
  if ('failure' in attempted) return attempted.failure.message;
  const {answer, code} = attempted;
  return `it responded with ${answer.status}${code === '' ? '' : ` ${code}`}`;
}

function hintFor(attempted: Attempted): string {
  const kind = 'failure' in attempted ? attempted.failure.kind : undefined;
  if (kind === 'dns')
    return 'Check the spelling of the endpoint and the region, and whether DNS works on this machine.';
  if (kind === 'refused') return 'Check the address and the port of the endpoint, and whether its server is running.';
  if (kind === 'too-large') return 'Check which server responds there: Gantry stores nothing of that size.';
  return 'Run the command again. It continues from what is stored.';
}
