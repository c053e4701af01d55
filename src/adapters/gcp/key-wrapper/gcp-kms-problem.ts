import {isObject, type JsonObject} from '../../../core/json.ts';
import type {NoDataKey} from '../../../ports/key-wrapper.ts';

type Use = {readonly key: string; readonly action: 'encrypt' | 'decrypt'};

/** Returns the reason why a key of Cloud KMS was not used, from the status. The text of Google is not repeated. */
export function gcpKmsProblem(status: number, body: JsonObject, {key, action}: Use): NoDataKey {
  const role = action === 'encrypt' ? 'Encrypter' : 'Decrypter';
  if (status === 404) return {because: `the key ${key} was not found in Cloud KMS`, hint: 'Check `key`.'};
  if (status === 403)
    return {
      because: `permission to ${action} with ${key} is denied, or the key does not exist (HTTP 403)`,
      hint: `Grant the account the role Cloud KMS CryptoKey ${role} on the key.`,
    };
  if (status === 401) return {because: 'Google rejects the credentials (HTTP 401)', hint: 'Log in again.'};
  if (status === 429)
    return {because: 'Cloud KMS received too many requests (HTTP 429)', hint: 'Run the command again.'};
  if (status >= 500)
    return {because: `Cloud KMS has an internal problem (HTTP ${status})`, hint: 'Run the command again.'};
  if (statusIn(body) === 'FAILED_PRECONDITION')
    return {
      because: `the key ${key}, or the version that it needs, is disabled or destroyed`,
      hint: 'Enable the version in Cloud KMS, or restore it if it is scheduled for destruction.',
    };
  if (statusIn(body) === 'INVALID_ARGUMENT' && action === 'decrypt')
    return {
      because: `the key ${key} did not encrypt this data key, or the data key was changed`,
      hint: 'Declare the key that it was encrypted with.',
    };
  return {
    because: `Cloud KMS refuses to ${action} with ${key} (HTTP ${status})`,
    hint: 'The key must be a symmetric one.',
  };
}

const statusIn = ({error}: JsonObject): unknown => (isObject(error) ? error['status'] : undefined);
