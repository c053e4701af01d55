import type {NamedSecret, NoSecret} from '../../../ports/secret-store.ts';

/** Why there is no value, by the code of the error alone: its texts quote requests and answers. */
export function alicloudProblem(
  error: unknown,
  {secret, host}: {readonly secret: NamedSecret; readonly host: string},
): NoSecret {
  const {code, status} = factsOf(error);
  const name = `the secret ${secret.name.join('/')}`;
  const of = secret.version === undefined ? name : `version ${secret.version} of ${name}`;
  // Of a key that is not known it says NotFound, too.
  if (/^(?:InvalidAccessKeyId|SignatureDoesNotMatch|IncompleteSignature|InvalidSecurityToken|Sts)/i.test(code))
    return {
      fault: 'denied',
      because: `Alibaba Cloud does not take the credentials (${code})`,
      hint: 'The key may be disabled, or the token of STS expired.',
    };
  if (/^(?:Forbidden\.)?ResourceNotFound|NotFound$|NotExist/.test(code))
    return {because: `there is no ${of.replace(/^the /, '')}`, absent: true};
  if (/Throttling/.test(code)) return {because: `KMS has too many requests (${code}, ${name})`, transient: true};
  if (/KeyNotEnabled|UserDisabled|StageNotMatch|NotEnabled|Deleted|PendingDeletion/i.test(code))
    return {
      because: `${of} cannot be read now (${code})`,
      hint: 'It, or the key that protects it, is disabled or about to be deleted.',
    };
  if (/^(?:Forbidden|NoPermission|AccessDenied)/.test(code))
    return {
      fault: 'denied',
      because: `${of} may not be read (${code})`,
      hint: 'The account needs kms:GetSecretValue for it, and kms:Decrypt for its key.',
    };
  if (/^(?:InternalFailure|ServiceUnavailable)/.test(code) || (status ?? 0) >= 500)
    return {because: `KMS has a problem of its own (${code || `HTTP ${status}`}, ${name})`, transient: true};
  if (status !== undefined) return {because: `KMS refuses to read ${of} (${code}, HTTP ${status})`};
  return unanswered(error, host);
}

function unanswered(error: unknown, host: string): NoSecret {
  const {name, nodeCode} = factsOf(error);
  if (name.startsWith('RequestTimeout') || nodeCode === 'ETIMEDOUT')
    return {because: `there is no answer from ${host} in time`, transient: true};
  if (name === 'SyntaxError')
    return {because: `what answered at ${host} is not KMS`, fault: 'unreachable', hint: PROXY};
  if (/CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS/.test(nodeCode))
    return {
      fault: 'unreachable',
      because: `there is no secure connection to ${host} (${nodeCode})`,
      hint: 'NODE_EXTRA_CA_CERTS names more authorities.',
    };
  return {because: `there is no answer from ${host}${nodeCode === '' ? '' : ` (${nodeCode})`}`, transient: true};
}

const PROXY = 'A proxy or a page to log in may stand between: look at `endpoint`.';

type Facts = {
  /** `Forbidden.ResourceNotFound` */
  readonly code: string;
  readonly status: number | undefined;
  readonly name: string;
  /** `ECONNREFUSED` */
  readonly nodeCode: string;
};

function factsOf(error: unknown): Facts {
  if (!(error instanceof Error)) return {code: '', status: undefined, name: typeof error, nodeCode: ''};
  const code = 'code' in error && typeof error.code === 'string' && /^[\w.]{1,80}$/.test(error.code) ? error.code : '';
  const status = 'data' in error ? statusIn(error.data) : undefined;
  return status === undefined
    ? {code: '', status, name: error.name, nodeCode: code}
    : {code, status, name: error.name, nodeCode: ''};
}

function statusIn(data: unknown): number | undefined {
  if (typeof data !== 'object' || data === null || !('statusCode' in data)) return undefined;
  return typeof data.statusCode === 'number' ? data.statusCode : undefined;
}
