import type {JsonObject} from '../../../core/json.ts';
import type {NamedSecret, NoSecret} from '../../../ports/secret-store.ts';
import {codeIn} from '../login/session-keys.ts';

type Refused = {readonly status: number; readonly body: JsonObject; readonly secret: NamedSecret};

/** Returns the reason why the store returned no value. Uses only the error code, because the error texts quote requests and responses. */
export function alicloudProblem({status, body, secret}: Refused): NoSecret {
  const code = codeIn(body) ?? '';
  const name = `the secret ${secret.name.join('/')}`;
  const of = secret.version === undefined ? name : `version ${secret.version} of ${name}`;
  // The code for an unknown key also contains NotFound, so this check comes first.
  if (/^(?:InvalidAccessKeyId|SignatureDoesNotMatch|IncompleteSignature|InvalidSecurityToken|Sts)/i.test(code))
    return {
      fault: 'denied',
      because: `Alibaba Cloud rejects the credentials (${code})`,
      hint: 'Check whether the key is disabled or the STS token has expired.',
    };
  if (/^(?:InvalidTimeStamp|SignatureNonceUsed)/.test(code))
    return {
      fault: 'denied',
      because: `Alibaba Cloud rejects the time of the request (${code})`,
      hint: 'Set the clock of this machine. The maximum difference is 15 minutes.',
    };
  if (/^(?:Forbidden\.)?ResourceNotFound|NotFound$|NotExist/.test(code))
    return {because: `${of} does not exist`, absent: true};
  if (/Throttling/.test(code)) return {because: `KMS received too many requests (${code}, ${name})`, transient: true};
  if (/KeyNotEnabled|UserDisabled|StageNotMatch|NotEnabled|Deleted|PendingDeletion/i.test(code))
    return {
      because: `${of} cannot be read now (${code})`,
      hint: 'Check whether the secret or its encryption key is disabled or pending deletion.',
    };
  if (/^(?:Forbidden|NoPermission|AccessDenied)/.test(code))
    return {
      fault: 'denied',
      because: `permission to read ${of} is denied (${code})`,
      hint: 'Grant the account kms:GetSecretValue for the secret and kms:Decrypt for its key.',
    };
  if (/^(?:InternalFailure|ServiceUnavailable)/.test(code) || status >= 500 || status === 429)
    return {because: `KMS has an internal problem (${code || `HTTP ${status}`}, ${name})`, transient: true};
  return {because: `KMS refuses to read ${of} (${code}, HTTP ${status})`};
}
