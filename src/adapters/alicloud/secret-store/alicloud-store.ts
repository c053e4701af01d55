import type {JsonObject} from '../../../core/json.ts';
import {notItself, objectIn} from '../../../core/secret/no-answer.ts';
import {Secret} from '../../../core/secret/secret.ts';
import type {NamedSecret, NoSecret, SecretReading, SecretStore} from '../../../ports/secret-store.ts';
import type {AlicloudDeps} from '../login/alicloud-keys.ts';
import {type AlicloudLogin, alicloudLogin} from '../login/alicloud-login.ts';
import {askOnce} from '../login/session-keys.ts';
import {signRequest} from '../login/sign-request.ts';
import {alicloudProblem} from './alicloud-problem.ts';

/** The configuration of a secret store in Alibaba Cloud KMS. */
export type AlicloudConfig = {
  readonly kind: 'alicloud';
  readonly region: string;
  readonly endpoint?: string | undefined;
};

/** Opens the secrets of Alibaba Cloud's Key Management Service. */
export function alicloudStore(config: AlicloudConfig, deps: AlicloudDeps): SecretStore {
  const endpoint = new URL(config.endpoint ?? `https://kms.${config.region}.aliyuncs.com`);
  const login = alicloudLogin(deps);
  return {
    name: `alicloud (${config.region})`,
    first: 'property',
    fetch: async (secret) => badName(secret) ?? fetchSecret({secret, endpoint, login}, deps),
  };
}

function badName({name}: NamedSecret): NoSecret | undefined {
  if (/^[\w/+=.@:-]{1,256}$/.test(name.join('/'))) return undefined;
  return {because: `${name.join('/')} is not a valid secret name in Alibaba Cloud`, absent: true};
}

/** Returns the parameters of a secret. `?version=` is a stage if it begins with `ACS` or `stage/`. Otherwise it is the id of a version. */
function parametersOf({name, version}: NamedSecret): Readonly<Record<string, string>> {
  const SecretName = name.join('/');
  if (version === undefined) return {SecretName};
  const named = /^(stage|id)\/(.+)$/.exec(version);
  const value = named?.[2] ?? version;
  const isStage = named === null ? version.startsWith('ACS') : named[1] === 'stage';
  return isStage ? {SecretName, VersionStage: value} : {SecretName, VersionId: value};
}

type Asked = {readonly secret: NamedSecret; readonly endpoint: URL; readonly login: AlicloudLogin};

async function fetchSecret({secret, endpoint, login}: Asked, deps: AlicloudDeps): Promise<SecretReading> {
  const keys = await login();
  if ('because' in keys) return keys;
  const query = parametersOf(secret);
  const call = {host: endpoint.host, action: 'GetSecretValue', version: '2016-01-20', query};
  const signed = signRequest(call, keys);
  const url = `${endpoint.origin}/?${signed.query}`;
  const answer = await askOnce({url, method: 'POST', headers: {...signed.headers, accept: 'application/json'}}, deps);
  if ('because' in answer) return answer;
  const body = objectIn(answer.body);
  if (body === undefined) {
    const foreign = notItself('KMS', answer);
    return answer.status >= 500 ? {...foreign, transient: true} : foreign;
  }
  return answer.status === 200
    ? readingOf(body, {secret, wanted: query['VersionId']})
    : alicloudProblem({status: answer.status, body, secret});
}

type Wanted = {readonly secret: NamedSecret; readonly wanted: string | undefined};

function readingOf(body: JsonObject, {secret, wanted}: Wanted): SecretReading {
  const name = secret.name.join('/');
  const {SecretData: data, SecretDataType: type, VersionId: version} = body;
  if (typeof data !== 'string') return {because: `KMS returned no value for the secret ${name}`};
  // KMS ignores the requested version of secrets that it rotates for databases.
  if (wanted !== undefined && version !== wanted)
    return {
      because: `KMS returned another version of the secret ${name} than ${wanted}`,
      hint: 'Use a stage for a secret that KMS rotates: ?version=ACSCurrent or ?version=ACSPrevious.',
    };
  return {value: new Secret(type === 'binary' ? Buffer.from(data, 'base64') : data)};
}
