import {type Failure, GantryError} from '../../../core/failure/failure.ts';
import {isNobodyThere, isTls, isUnknownHost, type SdkReply, wayInWords} from '../login/sdk-reply.ts';

/** What was asked of which bucket, for people. */
export type Asked = {
  /** `Backend.name`. */
  readonly backend: string;
  readonly bucket: string;
  /** Absent: nobody knows it. */
  readonly region: string | undefined;
  /** The permission that it needs: `s3:PutObject`. */
  readonly action: string;
  /** The object, or the bucket, with its whole name. */
  readonly on: string;
  /** Of a write that was sent and may have been done. */
  readonly doubtful?: boolean;
};

const MOVED = new Set(['PermanentRedirect', 'TemporaryRedirect', 'AuthorizationHeaderMalformed', 'MovedPermanently']);
const EXPIRED = new Set(['ExpiredToken', 'ExpiredTokenException', 'TokenRefreshRequired', 'RequestExpired']);
const UNKNOWN_KEY = new Set([
  'InvalidAccessKeyId',
  'InvalidClientTokenId',
  'InvalidToken',
  'UnrecognizedClientException',
]);

/** The words for a refusal of S3 or of the way to it. What the server wrote is not repeated: it quotes what was sent. */
export const explain = (reply: SdkReply, asked: Asked, cause: unknown): GantryError =>
  new GantryError(failureOf(reply, asked), {cause});

function failureOf(reply: SdkReply, asked: Asked): Failure {
  return placeFailure(reply, asked) ?? accessFailure(reply, asked) ?? ioFailure(reply, asked);
}

function placeFailure(reply: SdkReply, {backend, bucket, region}: Asked): Failure | undefined {
  const {status, code} = reply;
  const unusable = (problem: string, hint: string): Failure => ({code: 'backend/unusable', backend, problem, hint});
  if (code === 'NoSuchBucket')
    return unusable(`there is no bucket ${bucket}`, 'Make the bucket (Gantry makes none), or name another one');
  if (MOVED.has(code) || status === 301 || status === 307) {
    const right = reply.headers['x-amz-bucket-region'] ?? reply.region ?? expectedIn(reply.message);
    return right === undefined
      ? unusable(`the bucket is not in the region ${region ?? '(none)'}`, 'Name its region: region=…')
      : unusable(`the bucket is in the region ${right}, not in ${region ?? '(none)'}`, `Name it: region=${right}`);
  }
  if (code === 'InvalidBucketName') return unusable(`${bucket} is not a valid name of a bucket`, 'Name another one');
  if (isTls(reply))
    return unusable(
      `its certificate is not to be trusted (${reply.code}: ${reply.message})`,
      'Name the authority that signed it: caFile=FILE, or AWS_CA_BUNDLE',
    );
  return undefined;
}

/** `the region 'us-east-1' is wrong; expecting 'eu-central-1'`. */
const expectedIn = (message: string): string | undefined => /expecting '([a-z0-9-]+)'/.exec(message)?.[1];

function accessFailure({status, code, message}: SdkReply, {backend, action, on}: Asked): Failure | undefined {
  const credential = (problem: string, hint: string): Failure => ({code: 'backend/credential', backend, problem, hint});
  if (EXPIRED.has(code)) return credential('the session token is expired', 'Log in again, or renew the token');
  if (UNKNOWN_KEY.has(code))
    return credential(
      'it does not know the access key',
      'See which credential is used: AWS_PROFILE, AWS_ACCESS_KEY_ID, or the credentials of the backend',
    );
  if (code === 'SignatureDoesNotMatch')
    return credential('the secret access key does not belong to the access key', 'Copy both again');
  if (code === 'RequestTimeTooSkewed')
    return credential('the clock of this machine is wrong, so that no request is accepted', 'Set the clock');
  if (status !== 401 && status !== 403) return undefined;
  // S3 names the right that it missed, where that is another one than the request's: a key of KMS.
  const missed = /\b(?:s3|kms):[A-Za-z]+/.exec(message)?.[0] ?? action;
  return {code: 'backend/denied', backend, action: missed, on};
}

const isWrite = (action: string): boolean => /^s3:(Put|Delete)/.test(action);

function ioFailure(reply: SdkReply, {backend, action, on, doubtful}: Asked): Failure {
  const tried = `${action} on ${on}: ${because(reply)}`;
  return {
    code: 'backend/io',
    detail: `${backend}: ${tried}${doubtful === true && isWrite(action) ? '; it may have been done all the same' : ''}`,
    hint: isUnknownHost(reply)
      ? 'Look at the endpoint and the region for a misspelling, and whether this machine finds names at all (DNS).'
      : isNobodyThere(reply)
        ? 'Look at the address and the port of the endpoint, and whether its server runs.'
        : 'Run it again: what was done so far is found.',
  };
}

function because(reply: SdkReply): string {
  const {status, code} = reply;
  if (status === undefined) return wayInWords(reply);
  if (status === 429 || code === 'SlowDown') return `it is too busy (${status} ${code})`;
  return `it answered ${status} ${code}`;
}
