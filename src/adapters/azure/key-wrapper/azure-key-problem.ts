import type {JsonObject} from '../../../core/json.ts';
import type {HttpsAnswer} from '../../../lib/https-request.ts';
import type {NoDataKey} from '../../../ports/key-wrapper.ts';
import {azureProblem} from '../login/azure-problem.ts';

type Refused = {
  readonly answer: HttpsAnswer;
  readonly body: JsonObject;
  readonly key: string;
  readonly action: 'get' | 'wrapKey' | 'unwrapKey';
};

/** Returns the reason why a key of a Key Vault was not used. Uses only the error codes. */
export function azureKeyProblem({answer, body, key, action}: Refused): NoDataKey {
  if (answer.status === 404)
    return {because: `the key ${key} does not exist in the Key Vault`, hint: 'Check `key` and `vaultUrl`.'};
  const {because, hint, fault} = azureProblem({answer, body, object: {kind: 'key', name: key, what: `key ${key}`}});
  if (answer.status === 400 && action === 'unwrapKey')
    return {
      because: `the key ${key} did not encrypt this data key, or the data key was changed`,
      hint: 'Declare the key that it was encrypted with. It must be an RSA key.',
    };
  if (answer.status !== 403 || fault !== 'denied') return {because, hint};
  return because.includes('firewall')
    ? {because, hint}
    : {
        because: `permission to use the key ${key} is denied (HTTP 403)`,
        hint: 'Grant the client the permissions get, wrapKey and unwrapKey for keys, or the role Key Vault Crypto User.',
      };
}
