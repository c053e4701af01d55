import {type Failure, GantryError} from '../../../core/failure/failure.ts';
import type {Attempted} from './attempts.ts';
import {elementIn} from './oss-xml.ts';

/** What was asked of which bucket, for people. */
export type OssAsked = {
  /** `Backend.name`. */
  readonly backend: string;
  readonly bucket: string;
  readonly region: string;
  /** The permission that it needs: `oss:PutObject`. */
  readonly action: string;
  /** The object, or the bucket, with its whole name. */
  readonly on: string;
};

/** The words for a refusal of OSS or of the way to it. What the server wrote is not repeated: it quotes what was sent. */
export const explainOss = (attempted: Attempted, asked: OssAsked): GantryError =>
  new GantryError(
    wayFailure(attempted, asked) ?? accessFailure(attempted, asked) ?? ioFailure(attempted, asked),
    'failure' in attempted ? {cause: attempted.failure} : undefined,
  );

function wayFailure(attempted: Attempted, {backend, bucket, region}: OssAsked): Failure | undefined {
  const unusable = (problem: string, hint: string): Failure => ({code: 'backend/unusable', backend, problem, hint});
  if ('failure' in attempted) {
    const {kind, message} = attempted.failure;
    if (kind === 'tls') return unusable(message, 'Name the authority that signed its certificate: caFile=FILE');
    if (kind === 'proxy') return unusable(message, 'Look at HTTPS_PROXY and NO_PROXY');
    return kind === 'address' ? unusable(message, 'Name another endpoint') : undefined;
  }
  const {code, answer} = attempted;
  if (code === 'NoSuchBucket')
    return unusable(`there is no bucket ${bucket}`, 'Make the bucket (Gantry makes none), or name another one');
  if (code === 'InvalidBucketName') return unusable(`${bucket} is not a valid name of a bucket`, 'Name another one');
  const elsewhere =
    answer.status === 403 || answer.status === 301 ? elementIn(answer.body.toString('utf8'), 'Endpoint') : undefined;
  if (elsewhere !== undefined && /^[a-z0-9.-]{1,100}$/.test(elsewhere))
    return unusable(`the bucket is not in the region ${region}: it is at ${elsewhere}`, 'Name its region: region=…');
  // A proxy may answer instead.
  if (code === '' && answer.status !== 404 && answer.headers['x-oss-request-id'] === undefined && answer.status < 500)
    return unusable(
      `what answered is not OSS (HTTP ${answer.status})`,
      'Check the endpoint, and any proxy between this machine and it',
    );
  return undefined;
}

const CREDENTIAL: Readonly<Record<string, readonly [string, string]>> = {
  InvalidAccessKeyId: [
    'it does not know the access key',
    'See which credential is used: ALICLOUD_ACCESS_KEY, a profile, or the credentials of the backend',
  ],
  SignatureDoesNotMatch: [
    'the access key secret does not belong to the access key',
    'Copy both again, and look at the region',
  ],
  SecurityTokenExpired: ['the session token is expired', 'Log in again, or renew the token'],
  InvalidSecurityToken: ['it does not take the session token', 'Log in again, or renew the token'],
  RequestTimeTooSkewed: ['the clock of this machine is wrong, so that no request is accepted', 'Set the clock'],
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
    detail: `${backend}: ${action} on ${on}: ${because(attempted)}${isUnsure ? '; it may have been done all the same' : ''}`,
    hint: hintFor(attempted),
  };
}

function because(attempted: Attempted): string {
  if ('failure' in attempted) return attempted.failure.message;
  const {answer, code} = attempted;
  return `it answered ${answer.status}${code === '' ? '' : ` ${code}`}`;
}

function hintFor(attempted: Attempted): string {
  const kind = 'failure' in attempted ? attempted.failure.kind : undefined;
  if (kind === 'dns')
    return 'Look at the endpoint and the region for a misspelling, and whether this machine finds names at all (DNS).';
  if (kind === 'refused') return 'Look at the address and the port of the endpoint, and whether its server runs.';
  if (kind === 'too-large') return 'Look at what answers there: Gantry stores nothing of that size.';
  return 'Run it again: what was done so far is found.';
}
