import {type Failure, GantryError} from '../../../core/failure/failure.ts';
import {type AwsEnvironment, credentialOf} from '../login/credential-of.ts';
import {isTls, replyOf, type SdkReply, wayInWords} from '../login/sdk-reply.ts';

/** A kubeconfig to fetch, for messages. */
export type Asked = {
  readonly workspace: string;
  readonly field: string;
  /** `s3://bucket/key` */
  readonly from: string;
  readonly bucket: string;
  /** True if a version of the object is requested. */
  readonly versioned: boolean;
};

type Answered = Asked & {readonly region: string};

const MOVED = new Set(['PermanentRedirect', 'TemporaryRedirect', 'AuthorizationHeaderMalformed', 'MovedPermanently']);
const EXPIRED = new Set(['ExpiredToken', 'ExpiredTokenException', 'TokenRefreshRequired', 'RequestExpired']);
const UNKNOWN_KEY = new Set([
  'InvalidAccessKeyId',
  'InvalidClientTokenId',
  'InvalidToken',
  'UnrecognizedClientException',
]);

/** Returns the failure of a kubeconfig address, with the field of the workspace. */
export const placeProblem = ({workspace, field, from}: Asked, problem: string): Failure => ({
  code: 'context/kubeconfig',
  workspace,
  field,
  problem: `${from} ${problem}`,
});

/** Returns the error for a problem on this machine, before anything was sent. */
export const ownProblem = ({workspace, field, from}: Asked, problem: string, cause?: unknown): GantryError =>
  new GantryError({code: 'context/kubeconfig', workspace, field, problem: `${from}: ${problem}`}, {cause});

const refused = ({workspace, field, from}: Asked, problem: string, hint: string): Failure => ({
  code: 'context/fetch-refused',
  workspace,
  field,
  from,
  problem,
  hint,
});

const failed = ({workspace, field, from}: Asked, problem: string, hint: string): Failure => ({
  code: 'context/fetch-failed',
  workspace,
  field,
  from,
  problem,
  hint,
});

/**
 * Returns the failure for a refusal of S3 or a failed connection. The text of the server is not repeated, because it quotes the
 * request.
 */
export function explainS3(error: unknown, asked: Answered): Failure {
  const reply = replyOf(error);
  return placeFailure(reply, asked) ?? accessFailure(reply, asked) ?? wayFailure(reply, asked);
}

function placeFailure(reply: SdkReply, asked: Answered): Failure | undefined {
  const {status, code} = reply;
  const said = code === 'InvalidArgument' && asked.versioned ? PLACE['NoSuchVersion'] : PLACE[code];
  if (said !== undefined) return placeProblem(asked, said(asked));
  if (status === 405) return placeProblem(asked, 'is a delete marker in that version: the object was deleted');
  return MOVED.has(code) || status === 301 || status === 307 ? moved(reply, asked) : undefined;
}

const PLACE: Readonly<Record<string, (asked: Answered) => string>> = {
  NoSuchBucket: ({bucket}) => `names a bucket that does not exist: ${bucket}`,
  InvalidBucketName: ({bucket}) => `names no bucket: ${bucket} is not a valid bucket name`,
  NoSuchKey: () => 'does not exist: the bucket has no object with that key',
  NotFound: () => 'does not exist',
  NoSuchVersion: () => 'has no version with that versionId',
  InvalidObjectState: () => 'is archived (Glacier) and must be restored first',
};

function moved({message, headers, region}: SdkReply, asked: Answered): Failure {
  const right = headers['x-amz-bucket-region'] ?? region ?? /expecting '([a-z0-9-]+)'/.exec(message)?.[1];
  return placeProblem(
    asked,
    right === undefined
      ? `is not in the region ${asked.region}: set its region with ?region=…`
      : `is in the region ${right}, not in ${asked.region}: set it with ?region=${right}`,
  );
}

const WHOSE =
  'Run "gantry workspace explain" to see which AWS_* keys are used: those of the workspace, else those of the environment.';

function accessFailure({status, code, message}: SdkReply, asked: Answered): Failure | undefined {
  if (EXPIRED.has(code)) return refused(asked, 'the session token has expired', 'Log in again, or renew the token.');
  if (UNKNOWN_KEY.has(code)) return refused(asked, 'the access key is unknown', WHOSE);
  if (code === 'SignatureDoesNotMatch')
    return refused(asked, 'the secret access key does not belong to the access key', 'Copy both again.');
  if (code === 'RequestTimeTooSkewed')
    return refused(asked, 'the clock of this machine is wrong, so all requests are rejected', 'Set the clock.');
  if (status !== 401 && status !== 403) return undefined;
  // S3 reports the missing permission if it differs from that of the request: a KMS key.
  const own = asked.versioned ? 's3:GetObjectVersion' : 's3:GetObject';
  const missed = /\b(?:s3|kms):[A-Za-z]+/.exec(message)?.[0] ?? own;
  return refused(
    asked,
    `the permission ${missed} is missing`,
    `Without the permission s3:ListBucket, S3 reports the same for an object that does not exist. ${WHOSE}`,
  );
}

/** Returns the failure for missing credentials, or for a source that did not return any. */
export function noCredentials(error: unknown, asked: Asked, env: AwsEnvironment): Failure {
  const {message, code} = replyOf(error);
  const chosen = credentialOf(env);
  const none = /Could not load credentials from any providers/.test(message);
  if (chosen.kind === 'profile')
    return refused(
      asked,
      `the profile ${chosen.profile} returned no AWS credentials (${code})`,
      'Log in with the tool that created the profile.',
    );
  return refused(
    asked,
    none ? 'no AWS credentials were found' : `the AWS credentials could not be obtained (${code})`,
    'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE, in the context of the workspace or in the environment.',
  );
}

function wayFailure(reply: SdkReply, asked: Answered): Failure {
  const {status, code, host} = reply;
  if (status !== undefined)
    return failed(asked, `it responded with ${status} ${code}`, 'Run the command again later (the SDK has retried).');
  if (isTls(reply))
    return failed(
      asked,
      `its certificate is not trusted (${code})`,
      'Set the authority that signed it: "kubeconfig_path: {url: s3://…, caFile: FILE}" in the workspace, or AWS_CA_BUNDLE.',
    );
  return failed(
    asked,
    `${host === undefined ? '' : `${host}: `}${wayInWords(reply)}`,
    'Check the spelling of the endpoint and the region, and whether the server is running.',
  );
}
