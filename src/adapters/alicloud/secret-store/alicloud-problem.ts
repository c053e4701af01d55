import type {JsonObject} from '../../../core/json.ts';
import type {NamedSecret, NoSecret} from '../../../ports/secret-store.ts';
import {codeIn} from '../login/session-keys.ts';

type Refused = {readonly status: number; readonly body: JsonObject; readonly secret: NamedSecret};

/** Why there is no value, by the code of the error alone: its texts quote requests and answers. */
export function alicloudProblem({status, body, secret}: Refused): NoSecret {
  const code = codeIn(body) ?? '';
  const name = `the secret ${secret.name.join('/')}`;
  const of = secret.version === undefined ? name : `version ${secret.version} of ${name}`;
  // Of a key that is not known it says NotFound, too.
  if (/^(?:InvalidAccessKeyId|SignatureDoesNotMatch|IncompleteSignature|InvalidSecurityToken|Sts)/i.test(code))
    return {
      fault: 'denied',
      because: `Alibaba Cloud does not take the credentials (${code})`,
      hint: 'The key may be disabled, or the token of STS expired.',
    };
  if (/^(?:InvalidTimeStamp|SignatureNonceUsed)/.test(code))
    return {
      fault: 'denied',
      because: `Alibaba Cloud does not take the time of the request (${code})`,
      hint: 'Set the clock of this machine: it may be 15 minutes wrong at most.',
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
  if (/^(?:InternalFailure|ServiceUnavailable)/.test(code) || status >= 500 || status === 429)
    return {because: `KMS has a problem of its own (${code || `HTTP ${status}`}, ${name})`, transient: true};
  return {because: `KMS refuses to read ${of} (${code}, HTTP ${status})`};
}
