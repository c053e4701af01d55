import {type Failure, GantryError} from '../../../core/failure/failure.ts';
import {isNobodyThere, isTls, isUnknownHost, type SdkReply, wayInWords} from '../login/sdk-reply.ts';

/** A request to a bucket, for messages. */
export type Asked = {
  /** `Backend.name`. */
  readonly backend: string;
  readonly bucket: string;
  /** The region. Absent if unknown. */
  readonly region: string | undefined;
  /** The required permission: `s3:PutObject`. */
  readonly action: string;
  /** The object or the bucket, with its full name. */
  readonly on: string;
  /** True for a write that was sent and may have taken effect. */
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

/** Returns the error for a refusal of S3 or a failed connection. The text of the server is not repeated, because it quotes the request. */
export const explain = (reply: SdkReply, asked: Asked, cause: unknown): GantryError =>
  new GantryError(failureOf(reply, asked), {cause});

function failureOf(reply: SdkReply, asked: Asked): Failure {
  return placeFailure(reply, asked) ?? accessFailure(reply, asked) ?? ioFailure(reply, asked);
}

function placeFailure(reply: SdkReply, {backend, bucket, region}: Asked): Failure | undefined {
  const {status, code} = reply;
  const unusable = (problem: string, hint: string): Failure => ({code: 'backend/unusable', backend, problem, hint});
  if (code === 'NoSuchBucket')
    return unusable(`the bucket ${bucket} does not exist`, 'Create the bucket (Gantry does not), or use another one');
  if (MOVED.has(code) || status === 301 || status === 307) {
    const right = reply.headers['x-amz-bucket-region'] ?? reply.region ?? expectedIn(reply.message);
    return right === undefined
      ? unusable(`the bucket is not in the region ${region ?? '(none)'}`, 'Set its region: region=…')
      : unusable(`the bucket is in the region ${right}, not in ${region ?? '(none)'}`, `Set it: region=${right}`);
  }
  if (code === 'InvalidBucketName') return unusable(`${bucket} is not a valid bucket name`, 'Use another bucket');
  if (isTls(reply))
    return unusable(
      `its certificate is not trusted (${reply.code}: ${reply.message})`,
      'Set caFile=FILE or AWS_CA_BUNDLE to the authority that signed it',
    );
  return undefined;
}

/** Returns the region in a message like `the region 'us-east-1' is wrong; expecting 'eu-central-1'`. */
const expectedIn = (message: string): string | undefined => /expecting '([a-z0-9-]+)'/.exec(message)?.[1];

function accessFailure({status, code, message}: SdkReply, {backend, action, on}: Asked): Failure | undefined {
  const credential = (problem: string, hint: string): Failure => ({code: 'backend/credential', backend, problem, hint});
  if (EXPIRED.has(code)) return credential('the session token has expired', 'Log in again, or renew the token');
  if (UNKNOWN_KEY.has(code))
    return credential(
      'the access key is unknown',
      'Check which credential is used: AWS_PROFILE, AWS_ACCESS_KEY_ID, or the credentials of the backend',
    );
  if (code === 'SignatureDoesNotMatch')
    return credential('the secret access key does not belong to the access key', 'Copy both again');
  if (code === 'RequestTimeTooSkewed')
    return credential('the clock of this machine is wrong, so all requests are rejected', 'Set the clock');
  if (status !== 401 && status !== 403) return undefined;
  // S3 reports the missing permission if it differs from that of the request: a KMS key.
  const missed = /\b(?:s3|kms):[A-Za-z]+/.exec(message)?.[0] ?? action;
  return {code: 'backend/denied', backend, action: missed, on};
}

const isWrite = (action: string): boolean => /^s3:(Put|Delete)/.test(action);

function ioFailure(reply: SdkReply, {backend, action, on, doubtful}: Asked): Failure {
  const tried = `${action} on ${on}: ${because(reply)}`;
  return {
    code: 'backend/io',
    detail: `${backend}: ${tried}${doubtful === true && isWrite(action) ? '; the request may still have taken effect' : ''}`,
    hint: isUnknownHost(reply)
      ? 'Check the spelling of the endpoint and the region, and whether DNS works on this machine.'
      : isNobodyThere(reply)
        ? 'Check the address and the port of the endpoint, and whether its server is running.'
        : 'Run the command again. It continues from what is stored.',
  };
}

function because(reply: SdkReply): string {
  const {status, code} = reply;
  if (status === undefined) return wayInWords(reply);
  if (status === 429 || code === 'SlowDown') return `it is too busy (${status} ${code})`;
  return `it responded with ${status} ${code}`;
}
