import {HttpsFailure, LEADS_TO_METADATA, METADATA_WORDS} from '../../../lib/https-failure.ts';
import type {NoSecret} from '../../../ports/secret-store.ts';
import {TOO_LARGE} from './bound-answer.ts';
import type {AwsEnvironment} from './credential-of.ts';
import {hostOfError} from './host-of-error.ts';

/** A requested secret, for messages. */
export type Asked = {
  readonly name: string;
  readonly version?: string | undefined;
  /** The action as policies name it. */
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

/**
 * Returns the reason for a refusal of AWS or a failed connection. The text of the server is repeated only where it names the
 * denied user and action.
 */
export function awsProblem(error: unknown, asked: Asked): NoSecret {
  const {code, message, status} = replyOf(error);
  return (
    placeProblem({code, message}, asked) ??
    identityProblem({code, message}, asked) ??
    wayProblem(error, {code, status}, asked)
  );
}

function placeProblem({code, message}: Said, {name, version}: Asked): NoSecret | undefined {
  const noVersion = {because: `version ${version ?? ''} of ${name} does not exist in AWS`};
  if (ABSENT.has(code)) {
    if (version !== undefined && /staging label|VersionId|version/i.test(message)) return noVersion;
    const because = `${name}${version === undefined ? '' : ` or its version ${version}`} does not exist in AWS`;
    return {because, hint: 'Check the region.', absent: true};
  }
  if (VERSION.has(code)) return noVersion;
  if (code === 'InvalidRequestException' || code === 'InvalidParameterException')
    return /delet/i.test(message)
      ? {because: `${name} is marked for deletion in AWS`, hint: 'Restore it: aws secretsmanager restore-secret'}
      : {because: `AWS rejects the request for ${name} (${code})`, absent: true};
  return code === 'ValidationException' ? {because: `${name} is not a valid name in AWS`, absent: true} : undefined;
}

function identityProblem({code, message}: Said, {name, action}: Asked): NoSecret | undefined {
  if (KMS.has(code) || (DENIED.has(code) && /kms/i.test(message)))
    return {
      fault: 'denied',
      because: `${name} cannot be decrypted: access to its KMS key is denied`,
      hint: 'Grant kms:Decrypt on its key.',
    };
  // After a denial, AWS does not reveal whether the name exists.
  if (DENIED.has(code))
    return {
      because: `permission to read ${name} in AWS is denied${who(message)}`,
      hint: `Grant ${action} on it.`,
      fault: 'denied',
      absent: true,
    };
  if (EXPIRED.has(code)) return {because: 'the AWS credentials have expired', hint: 'Renew them.', fault: 'denied'};
  if (UNKNOWN_KEY.has(code))
    return {because: `AWS does not recognize the credentials (${code})`, hint: KEYS, fault: 'denied'};
  return undefined;
}

const KEYS = 'Check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN, or AWS_PROFILE.';

/** Returns the user in a message like `User: arn:aws:iam::123:user/ci is not authorized to perform…`. */
function who(message: string): string {
  const user = /User: (arn:[\w:/+=,.@-]+)/.exec(message)?.[1];
  return user === undefined ? '' : ` (as ${user})`;
}

const NO_CREDENTIALS: ReadonlySet<string> = new Set(['CredentialsProviderError', 'TokenProviderError']);

function wayProblem(error: unknown, {code, status}: Omit<Reply, 'message'>, {name, env}: Asked): NoSecret {
  if (error instanceof HttpsFailure) return {because: `no response from ${error.message}`, transient: true};
  if (NO_CREDENTIALS.has(code))
    return {because: `no AWS credentials were found: ${credentialText(error, env)}`, hint: KEYS, fault: 'denied'};
  if (/Region is missing/.test(error instanceof Error ? error.message : ''))
    return {because: 'the AWS region is unknown', hint: 'Set `region` in the secret store, or AWS_REGION.'};
  if (code === TOO_LARGE)
    return {
      because: 'the response does not come from AWS: it is larger than 2 MiB',
      fault: 'unreachable',
      hint: 'Check `endpoint`, and whether a proxy or a login page is in between.',
    };
  if (BUSY.test(code) || status === 429) return {because: `AWS received too many requests (${code})`, transient: true};
  if (status !== undefined && status >= 500)
    return {because: `AWS has an internal problem (HTTP ${status})`, transient: true};
  const lost = status === undefined ? lostProblem(error, code) : undefined;
  if (lost !== undefined) return lost;
  const because = `AWS refuses to return ${name} (${code})`;
  // Without a status there was no response from AWS, for example because of an untrusted certificate.
  if (status === undefined) return {because, fault: 'unreachable'};
  return status === 401 || status === 403 ? {because, fault: 'denied'} : {because};
}

/** Returns the reason for a missing response. It names the server, which reveals a misspelled region or endpoint. */
function lostProblem(error: unknown, code: string): NoSecret | undefined {
  if (code === LEADS_TO_METADATA) return {because: `the endpoint of AWS: ${METADATA_WORDS}`, fault: 'unreachable'};
  const host = hostOfError(error);
  const at = host === undefined ? '' : ` at ${host}`;
  if (LOST.test(code)) return {because: `AWS was not reached${at}, or did not respond (${code})`, transient: true};
  if (code !== 'ENOTFOUND') return undefined;
  const hint = 'Check the spelling of `region` and `endpoint`.';
  return {because: `no AWS server was found${at} (${code})`, hint, fault: 'unreachable'};
}

/** Returns the reason for missing credentials. The text of the SDK is not used, except for the message of a role, which contains no key. */
function credentialText(error: unknown, env: AwsEnvironment): string {
  const message = error instanceof Error ? error.message : '';
  if (message.startsWith('the ')) return message;
  return env['AWS_PROFILE']
    ? `the profile ${env['AWS_PROFILE']} returned none`
    : 'neither a key pair, a profile nor a role returned any';
}

type Said = {readonly code: string; readonly message: string};
type Reply = Said & {readonly status: number | undefined};

function replyOf(error: unknown): Reply {
  if (!(error instanceof Error)) return {code: 'unknown error', message: '', status: undefined};
  const {code, $metadata} = error as Error & {readonly code?: unknown; readonly $metadata?: {httpStatusCode?: number}};
  const name = typeof code === 'string' && (error.name === 'Error' || code.startsWith('E')) ? code : error.name;
  return {code: name.split('#').at(-1) ?? name, message: error.message, status: $metadata?.httpStatusCode};
}
