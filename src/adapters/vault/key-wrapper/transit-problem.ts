import type {NoDataKey} from '../../../ports/key-wrapper.ts';
import type {VaultAnswer} from '../login/vault-client.ts';
import {saysAny, statusProblem} from '../login/vault-problem.ts';

type Use = {readonly path: string; readonly key: string; readonly action: 'encrypt' | 'decrypt'};

/** Returns the reason why a key of the transit engine was not used. The text of Vault is not repeated. */
export function transitProblem(answer: VaultAnswer, {path, key, action}: Use): NoDataKey {
  const {status, body} = answer;
  if (status === 403)
    return {
      because: `Vault denies ${path} (HTTP 403): the token is not valid, or has no permission`,
      hint: `Log in again, or add a policy with the capability update for ${path} to the token.`,
    };
  if (status === 404)
    return {
      because: `the transit engine or its key was not found at ${path} in Vault`,
      hint: 'Set `path` to the mount path of the engine (`vault secrets list`), and `key` to the name of its key.',
    };
  if (saysAny(body, 'key not found'))
    return {
      because: `the key ${key} was not found in Vault`,
      hint: `Check \`key\`, and \`path\` of the transit engine.`,
    };
  if (saysAny(body, 'too old'))
    return {
      because: `Vault no longer decrypts with this version of the key ${key}`,
      hint: 'Lower its `min_decryption_version`, and run "gantry backend rekey".',
    };
  if (saysAny(body, 'message authentication failed') || saysAny(body, 'invalid ciphertext'))
    return {
      because: `the key ${key} of Vault did not encrypt this data key, or the data key was changed`,
      hint: 'Declare the key that it was encrypted with.',
    };
  return statusProblem(answer, `to ${action} with the key ${key}`);
}
