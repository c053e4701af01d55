import {isObject, type JsonObject} from '../../../core/json.ts';
import {Secret} from '../../../core/secret/secret.ts';
import {httpsBesideMetadata} from '../../../lib/https-beside-metadata.ts';
import type {KeyWrapper, NoDataKey} from '../../../ports/key-wrapper.ts';
import type {WrapperDeps} from '../../../ports/key-wrapper-descriptor.ts';
import {askVault} from '../login/vault-client.ts';
import {vaultSession} from '../login/vault-login.ts';
import type {TransitConfig} from './transit-config.ts';
import {transitProblem} from './transit-problem.ts';

/** Encrypts and decrypts data keys with a key of the transit engine. */
export function transitKey(config: TransitConfig, deps: WrapperDeps): Pick<KeyWrapper, 'wrap' | 'unwrap'> {
  return {
    wrap: (key) =>
      request(config, {action: 'encrypt', body: {plaintext: base64(key.reveal())}, field: 'ciphertext'}, deps),
    unwrap: async ({wrapped}) => {
      const found = await request(config, {action: 'decrypt', body: {ciphertext: wrapped}, field: 'plaintext'}, deps);
      return typeof found === 'string' ? new Secret(Buffer.from(found, 'base64').toString('utf8')) : found;
    },
  };
}

type Use = {readonly action: 'encrypt' | 'decrypt'; readonly body: JsonObject; readonly field: string};

async function request(
  config: TransitConfig,
  {action, body, field}: Use,
  {env, signal, http = httpsBesideMetadata}: WrapperDeps,
): Promise<string | NoDataKey> {
  const ask = askVault(config, {env, signal, http});
  const login = await vaultSession(config, ask, env).token();
  if ('because' in login) return login;
  const path = [...config.path.split('/').filter(Boolean), action, config.key];
  const answer = await ask({path, token: login.token.reveal(), body});
  if ('because' in answer) return answer;
  if (answer.status !== 200) return transitProblem(answer, {path: path.join('/'), key: config.key, action});
  const {data} = answer.body;
  const value = isObject(data) ? data[field] : undefined;
  return typeof value === 'string' ? value : {because: `Vault returned no ${field} for the key ${config.key}`};
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');
