import {HttpsFailure, LEADS_TO_METADATA, METADATA_WORDS} from '../../../lib/https-failure.ts';
import type {NoSecret} from '../../../ports/secret-store.ts';
import type {AwsEnvironment} from '../login/credential-of.ts';
import {hostOfError} from '../login/host-of-error.ts';
import {TOO_LARGE} from './bound-answer.ts';

/** What was asked for. */
export type Asked = {
  readonly name: string;
  readonly version?: string | undefined;
  /** As policies call it. */
  readonly action: string;
  readonly env: AwsEnvironment;
};

const ABSENT = new Set(['ResourceNotFoundException', 'ParameterNotFound']);
const VERSION = new Set(['ParameterVersionNotFound', 'ParameterVersionLabelLimitExceeded']);
const DENIED = new Set(['AccessDeniedException', 'AccessDenied', 'UnauthorizedOperation']);
const KMS = new Set(['DecryptionFailure', 'KMSAccessDeniedException', 'InvalidKeyId', 'KmsInvalidStateException']);
const EXPIRED = new Set(['ExpiredToken', 'ExpiredTokenException', 'TokenRefreshRequired', 'RequestExpired']);
const UNKNOWN_KEY = new Set([
  'UnrecognizedClientException',
  'InvalidClientTokenId',
  'InvalidSignatureException',
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'IncompleteSignature',
  'MissingAuthenticationToken',
]);
const BUSY = /Throttl|TooManyRequests|RequestLimitExceeded|PriorRequestNotComplete|InternalService|InternalServerError/;
const LOST = /^(?:ECONN|ENET|EHOST|ETIMEDOUT|EPIPE|EAI_AGAIN|TimeoutError|AbortError|NetworkingError)/;

/** The words for a refusal of AWS, or of the way to it. What the server wrote is repeated only where it names who may not what. */
export function awsProblem(error: unknown, asked: Asked): NoSecret {
  const {code, message, status} = replyOf(error);
  return (
    placeProblem({code, message}, asked) ??
    identityProblem({code, message}, asked) ??
    wayProblem(error, {code, status}, asked)
  );
}

function placeProblem({code, message}: Said, {name, version}: Asked): NoSecret | undefined {
  const noVersion = {because: `there is no version ${version ?? ''} of ${name} in AWS`};
  if (ABSENT.has(code)) {
    if (version !== undefined && /staging label|VersionId|version/i.test(message)) return noVersion;
    const because = `there is no ${name} in AWS${version === undefined ? '' : `, or no version ${version} of it`}`;
    return {because, hint: 'Is the region the right one?', absent: true};
  }
  if (VERSION.has(code)) return noVersion;
  if (code === 'InvalidRequestException' || code === 'InvalidParameterException')
    return /delet/i.test(message)
      ? {because: `${name} is marked for deletion in AWS`, hint: 'Restore it: aws secretsmanager restore-secret'}
      : {because: `AWS does not take the request for ${name} (${code})`, absent: true};
  return code === 'ValidationException' ? {because: `${name} cannot be a name in AWS`, absent: true} : undefined;
}

function identityProblem({code, message}: Said, {name, action}: Asked): NoSecret | undefined {
  if (KMS.has(code) || (DENIED.has(code) && /kms/i.test(message)))
    return {
      fault: 'denied',
      because: `${name} cannot be decrypted: its key of KMS is not for us`,
      hint: 'Permit kms:Decrypt on its key.',
    };
  // AWS does not tell whom it denies whether there is such a name.
  if (DENIED.has(code))
    return {
      because: `we may not read ${name} in AWS${who(message)}`,
      hint: `Permit ${action} on it.`,
      fault: 'denied',
      absent: true,
    };
  if (EXPIRED.has(code))
    return {because: 'our AWS credentials have expired', hint: 'Get new ones, and try again.', fault: 'denied'};
  if (UNKNOWN_KEY.has(code))
    return {because: `AWS does not know our credentials (${code})`, hint: KEYS, fault: 'denied'};
  return undefined;
}

const KEYS = 'Look at AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN, or AWS_PROFILE.';

/** `User: arn:aws:iam::123:user/ci is not authorized to perform…` */
function who(message: string): string {
  const user = /User: (arn:[\w:/+=,.@-]+)/.exec(message)?.[1];
  return user === undefined ? '' : ` (as ${user})`;
}

const NO_CREDENTIALS: ReadonlySet<string> = new Set(['CredentialsProviderError', 'TokenProviderError']);

function wayProblem(error: unknown, {code, status}: Omit<Reply, 'message'>, {name, env}: Asked): NoSecret {
  if (error instanceof HttpsFailure) return {because: `there is no answer from ${error.message}`, transient: true};
  if (NO_CREDENTIALS.has(code))
    return {because: `there are no AWS credentials: ${credentialText(error, env)}`, hint: KEYS, fault: 'denied'};
  if (/Region is missing/.test(error instanceof Error ? error.message : ''))
    return {because: 'the AWS region is not known', hint: 'Write `region` into the secret store, or set AWS_REGION.'};
  if (code === TOO_LARGE)
    return {
      because: 'what answered is not AWS: its answer has more than 2 MiB',
      fault: 'unreachable',
      hint: 'A proxy or a page to log in may stand between: look at `endpoint`.',
    };
  if (BUSY.test(code) || status === 429) return {because: `AWS has too many requests (${code})`, transient: true};
  if (status !== undefined && status >= 500)
    return {because: `AWS has a problem of its own (HTTP ${status})`, transient: true};
  const lost = status === undefined ? lostProblem(error, code) : undefined;
  if (lost !== undefined) return lost;
  const because = `AWS refuses to give ${name} (${code})`;
  // Without a status nothing came from AWS: a certificate that is not trusted, for one.
  if (status === undefined) return {because, fault: 'unreachable'};
  return status === 401 || status === 403 ? {because, fault: 'denied'} : {because};
}

/** Nothing came back: which server was asked tells a misspelt region or endpoint. */
function lostProblem(error: unknown, code: string): NoSecret | undefined {
  if (code === LEADS_TO_METADATA) return {because: `the endpoint of AWS: ${METADATA_WORDS}`, fault: 'unreachable'};
  const host = hostOfError(error);
  const at = host === undefined ? '' : ` at ${host}`;
  if (LOST.test(code)) return {because: `AWS was not reached${at}, or did not answer (${code})`, transient: true};
  if (code !== 'ENOTFOUND') return undefined;
  const hint = 'Look at `region` and `endpoint` for a misspelling.';
  return {because: `there is no server of AWS${at} (${code})`, hint, fault: 'unreachable'};
}

/** Our own words for a role; those of the SDK name profiles and files, and no key. */
function credentialText(error: unknown, env: AwsEnvironment): string {
  const message = error instanceof Error ? error.message : '';
  if (message.startsWith('the ')) return message;
  return env['AWS_PROFILE']
    ? `the profile ${env['AWS_PROFILE']} gives none`
    : 'neither a pair, a profile nor a role gives any';
}

type Said = {readonly code: string; readonly message: string};
type Reply = Said & {readonly status: number | undefined};

function replyOf(error: unknown): Reply {
  if (!(error instanceof Error)) return {code: 'unknown error', message: '', status: undefined};
  const {code, $metadata} = error as Error & {readonly code?: unknown; readonly $metadata?: {httpStatusCode?: number}};
  const name = typeof code === 'string' && (error.name === 'Error' || code.startsWith('E')) ? code : error.name;
  return {code: name.split('#').at(-1) ?? name, message: error.message, status: $metadata?.httpStatusCode};
}
