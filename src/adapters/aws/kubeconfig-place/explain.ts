import {type Failure, GantryError} from '../../../core/failure/failure.ts';
import {type AwsEnvironment, credentialOf} from '../login/credential-of.ts';
import {isTls, replyOf, type SdkReply, wayInWords} from '../login/sdk-reply.ts';

/** What was asked for. */
export type Asked = {
  readonly workspace: string;
  readonly field: string;
  /** `s3://bucket/key` */
  readonly from: string;
  readonly bucket: string;
  /** A version of the object was named. */
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

/** The failure of a kubeconfig's address, which names the workspace's field. */
export const placeProblem = ({workspace, field, from}: Asked, problem: string): Failure => ({
  code: 'context/kubeconfig',
  workspace,
  field,
  problem: `${from} ${problem}`,
});

/** What is wrong on this side, before anything was sent. */
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

/** The words for a refusal of S3, or of the way to it. What the server wrote is not repeated: it quotes what was sent. */
export function explainS3(error: unknown, asked: Answered): Failure {
  const reply = replyOf(error);
  return placeFailure(reply, asked) ?? accessFailure(reply, asked) ?? wayFailure(reply, asked);
}

function placeFailure(reply: SdkReply, asked: Answered): Failure | undefined {
  const {status, code} = reply;
  const said = code === 'InvalidArgument' && asked.versioned ? PLACE['NoSuchVersion'] : PLACE[code];
  if (said !== undefined) return placeProblem(asked, said(asked));
  if (status === 405) return placeProblem(asked, 'was deleted in that version');
  return MOVED.has(code) || status === 301 || status === 307 ? moved(reply, asked) : undefined;
}

const PLACE: Readonly<Record<string, (asked: Answered) => string>> = {
  NoSuchBucket: ({bucket}) => `leads to no bucket: there is none named ${bucket}`,
  InvalidBucketName: ({bucket}) => `leads to no bucket: ${bucket} is not a valid name of a bucket`,
  NoSuchKey: () => 'does not exist: the bucket has no object of that key',
  NotFound: () => 'does not exist',
  NoSuchVersion: () => 'has no version of that versionId',
  InvalidObjectState: () => 'lies in an archive (Glacier), from where it must be restored first',
};

function moved({message, headers, region}: SdkReply, asked: Answered): Failure {
  const right = headers['x-amz-bucket-region'] ?? region ?? /expecting '([a-z0-9-]+)'/.exec(message)?.[1];
  return placeProblem(
    asked,
    right === undefined
      ? `is not in the region ${asked.region}: name its region with ?region=…`
      : `is in the region ${right}, not in ${asked.region}: name it with ?region=${right}`,
  );
}

const WHOSE =
  'The workspace’s AWS_* keys are used, else those of the environment: "gantry workspace explain" shows which.';

function accessFailure({status, code, message}: SdkReply, asked: Answered): Failure | undefined {
  if (EXPIRED.has(code)) return refused(asked, 'the session token is expired', 'Log in again, or renew the token.');
  if (UNKNOWN_KEY.has(code)) return refused(asked, 'it does not know the access key', WHOSE);
  if (code === 'SignatureDoesNotMatch')
    return refused(asked, 'the secret access key does not belong to the access key', 'Copy both again.');
  if (code === 'RequestTimeTooSkewed')
    return refused(asked, 'the clock of this machine is wrong, so that no request is accepted', 'Set the clock.');
  if (status !== 401 && status !== 403) return undefined;
  // S3 names the right that it missed, where that is another one than the request's: a key of KMS.
  const own = asked.versioned ? 's3:GetObjectVersion' : 's3:GetObject';
  const missed = /\b(?:s3|kms):[A-Za-z]+/.exec(message)?.[0] ?? own;
  return refused(
    asked,
    `the right ${missed} is missing`,
    `Without the right s3:ListBucket the same is said of an object that is not there. ${WHOSE}`,
  );
}

/** The SDK found none, or the source that had some did not give them. */
export function noCredentials(error: unknown, asked: Asked, env: AwsEnvironment): Failure {
  const {message, code} = replyOf(error);
  const chosen = credentialOf(env);
  const none = /Could not load credentials from any providers/.test(message);
  if (chosen.kind === 'profile')
    return refused(
      asked,
      `the profile ${chosen.profile} gives no AWS credentials (${code})`,
      'Log in with the tool that made the profile.',
    );
  return refused(
    asked,
    none ? 'there are no AWS credentials' : `the AWS credentials could not be had (${code})`,
    'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE, in the context of the workspace or in the environment.',
  );
}

function wayFailure(reply: SdkReply, asked: Answered): Failure {
  const {status, code, host} = reply;
  if (status !== undefined)
    return failed(asked, `it answered ${status} ${code}`, 'Run it again later; the SDK has tried several times.');
  if (isTls(reply))
    return failed(
      asked,
      `its certificate is not to be trusted (${code})`,
      'Name the authority that signed it: "kubeconfig_path: {url: s3://…, caFile: FILE}" in the workspace, or AWS_CA_BUNDLE.',
    );
  return failed(
    asked,
    `${host === undefined ? '' : `${host}: `}${wayInWords(reply)}`,
    'Look at the endpoint and the region for a misspelling, and whether the server runs.',
  );
}
