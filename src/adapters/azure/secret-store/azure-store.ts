import {isObject, type JsonObject} from '../../../core/json.ts';
import {notItself, objectIn, responseOr} from '../../../core/secret/no-answer.ts';
import {Secret} from '../../../core/secret/secret.ts';
import {httpsRequest} from '../../../lib/https-request.ts';
import type {NamedSecret, NoSecret, SecretReading, SecretStore} from '../../../ports/secret-store.ts';
import {type AzureDeps, BOUNDS} from '../login/azure-http.ts';
import {type AzureConfig, type AzureLogin, azureLogin, vaultScope} from '../login/azure-login.ts';
import {azureProblem} from '../login/azure-problem.ts';
import {strangeVault} from '../login/vault-host.ts';
import type {VaultObject} from '../login/vault-object.ts';

/** Opens the secrets, certificates and public keys of Azure Key Vault. */
export function azureStore(config: AzureConfig, deps: AzureDeps): SecretStore {
  const vault = config.vaultUrl.replace(/(?<!\/)\/+$/, '');
  const login = azureLogin(config, vaultScope(config.environmentType), deps);
  const strange = strangeVault(config, deps);
  return {
    name: `azure (${vault})`,
    first: 'whole',
    fetch: async (secret) => {
      if (strange !== undefined) return strange;
      const object = objectOf(secret);
      return 'because' in object ? object : fetchObject({object, vault, login}, deps);
    },
  };
}

const KIND_TEXT: Readonly<Record<VaultObject['kind'], string>> = {
  secret: 'secret',
  cert: 'certificate',
  key: 'key',
};

/** Parses the name of an object. As in Kusion, `cert/` and `key/` before the name select another kind. */
function objectOf({name: segments, version}: NamedSecret): VaultObject | NoSecret {
  const [first = '', second] = segments;
  const kind = second !== undefined && (first === 'cert' || first === 'key') ? first : 'secret';
  const [name = '', ...more] = kind === 'secret' ? segments : segments.slice(1);
  if (more.length > 0 || !/^[0-9A-Za-z-]{1,127}$/.test(name))
    return {
      because: `${segments.join('/')} is not a valid name in a Key Vault`,
      hint: 'Write ref://NAME, ref://cert/NAME or ref://key/NAME, and /property for a property of a JSON value.',
      absent: true,
    };
  const what = `${KIND_TEXT[kind]} ${name}`;
  if (version === undefined) return {kind, name, what};
  if (!/^[0-9A-Za-z]{1,64}$/.test(version))
    return {because: `${version} is not a valid version in a Key Vault`, hint: 'Write 32 letters and digits.'};
  return {kind, name, version, what: `version ${version} of the ${what}`};
}

type Asked = {readonly object: VaultObject; readonly vault: string; readonly login: AzureLogin};

async function fetchObject({object, vault, login}: Asked, deps: AzureDeps): Promise<SecretReading> {
  const {env, signal, http = httpsRequest} = deps;
  const opened = await login();
  if ('because' in opened) return opened;
  const place = object.kind === 'key' ? 'keys' : 'secrets';
  const version = object.version === undefined ? '' : `/${object.version}`;
  const answer = await responseOr(
    () =>
      http({
        url: `${vault}/${place}/${object.name}${version}?api-version=7.4`,
        headers: {authorization: `Bearer ${opened.token}`, accept: 'application/json'},
        ...BOUNDS,
        proxyEnv: env,
        signal,
      }),
    signal,
  );
  if ('because' in answer) return answer;
  const body = objectIn(answer.body);
  if (answer.status !== 200) return azureProblem({answer, body: body ?? {}, object});
  return body === undefined ? notItself('Key Vault', answer) : readingOf(body, object);
}

function readingOf({value, key, contentType}: JsonObject, {kind, what}: VaultObject): SecretReading {
  if (kind === 'key') {
    // A vault never returns the private part.
    return isObject(key) ? {value: new Secret(JSON.stringify(key))} : {because: `the Key Vault returned no ${what}`};
  }
  if (typeof value !== 'string') return {because: `the Key Vault returned no value for the ${what}`};
  // PKCS #12 is binary. In PEM, certificate and key are text.
  const binary = kind === 'cert' && contentType === 'application/x-pkcs12';
  return {value: new Secret(binary ? Buffer.from(value, 'base64') : value)};
}
