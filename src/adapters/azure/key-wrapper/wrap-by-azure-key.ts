import {isObject, type JsonObject} from '../../../core/json.ts';
import {notItself, objectIn, responseOr} from '../../../core/secret/no-answer.ts';
import {Secret} from '../../../core/secret/secret.ts';
import {httpsBesideMetadata} from '../../../lib/https-beside-metadata.ts';
import type {KeyWrapper, NoDataKey} from '../../../ports/key-wrapper.ts';
import type {WrapperDeps} from '../../../ports/key-wrapper-descriptor.ts';
import {BOUNDS} from '../login/azure-http.ts';
import {azureLogin, vaultScope} from '../login/azure-login.ts';
import {strangeVault} from '../login/vault-host.ts';
import type {AzureKeyConfig} from './azure-key-config.ts';
import {azureKeyProblem} from './azure-key-problem.ts';

const VERSION = /^[0-9A-Za-z]{1,64}$/;

/** Encrypts and decrypts data keys with an RSA key. The result names the version of the key, because a key can be rotated. */
export function azureKey(config: AzureKeyConfig, deps: WrapperDeps): Pick<KeyWrapper, 'wrap' | 'unwrap'> {
  const ask = asking(config, deps);
  return {
    wrap: async (key) => {
      const found = await ask({action: 'get', path: ''});
      if ('because' in found) return found;
      const version = versionOf(isObject(found.answer['key']) ? found.answer['key']['kid'] : undefined);
      if (version === undefined) return {because: `the Key Vault returned no version of the key ${config.key}`};
      const made = await ask({action: 'wrapKey', path: `/${version}/wrapkey`, value: Buffer.from(key.reveal())});
      if ('because' in made) return made;
      return typeof made.answer['value'] === 'string' ? `${version}:${made.answer['value']}` : noValue(config);
    },
    unwrap: async ({wrapped}) => {
      const [version = '', value = ''] = wrapped.split(':');
      if (!VERSION.test(version) || value === '')
        return {because: 'the data key that is wrapped with Azure Key Vault has an unknown form'};
      const made = await ask({
        action: 'unwrapKey',
        path: `/${version}/unwrapkey`,
        value: Buffer.from(value, 'base64url'),
      });
      if ('because' in made) return made;
      const plain = made.answer['value'];
      return typeof plain === 'string' ? new Secret(Buffer.from(plain, 'base64url').toString('utf8')) : noValue(config);
    },
  };
}

const noValue = ({key}: AzureKeyConfig): NoDataKey => ({because: `the Key Vault returned no value for the key ${key}`});

function versionOf(kid: unknown): string | undefined {
  const version = typeof kid === 'string' ? kid.split('/').at(-1) : undefined;
  return version !== undefined && VERSION.test(version) ? version : undefined;
}

type Use = {readonly action: 'get' | 'wrapKey' | 'unwrapKey'; readonly path: string; readonly value?: Buffer};

function asking({kind: _, ...config}: AzureKeyConfig, {env, signal, http = httpsBesideMetadata}: WrapperDeps) {
  const vault = config.vaultUrl.replace(/(?<!\/)\/+$/, '');
  const place = {...config, kind: 'azure'} as const;
  const login = azureLogin(place, vaultScope(config.environmentType), {env, signal, http});
  return async ({action, path, value}: Use): Promise<{readonly answer: JsonObject} | NoDataKey> => {
    if (!/^[0-9A-Za-z-]{1,127}$/.test(config.key)) return {because: `${config.key} is not a valid name in a Key Vault`};
    const refused = strangeVault(place, {env}) ?? (await login());
    if ('because' in refused) return refused;
    const body = value && JSON.stringify({alg: 'RSA-OAEP-256', value: value.toString('base64url')});
    const answer = await responseOr(
      () =>
        http({
          url: `${vault}/keys/${config.key}${path}?api-version=7.4`,
          method: body === undefined ? 'GET' : 'POST',
          headers: {
            authorization: `Bearer ${refused.token}`,
            accept: 'application/json',
            'content-type': 'application/json',
          },
          body,
          ...BOUNDS,
          proxyEnv: env,
          signal,
        }),
      signal,
    );
    if ('because' in answer) return answer;
    const object = objectIn(answer.body);
    if (answer.status !== 200) return azureKeyProblem({answer, body: object ?? {}, key: config.key, action});
    return object === undefined ? notItself('Key Vault', answer) : {answer: object};
  };
}
