import {isObject, type Json, type JsonObject} from '../../../core/json.ts';
import {Secret} from '../../../core/secret/secret.ts';
import type {SecretStoreConfig} from '../../../core/secret/store-config.ts';
import {METADATA_WORDS} from '../../../lib/https-failure.ts';
import {leadsToMetadata} from '../../../lib/lookup-beside-metadata.ts';
import {untilAborted} from '../../../lib/until-aborted.ts';
import type {NamedSecret, NoSecret, SecretReading, SecretStore} from '../../../ports/secret-store.ts';
import {type AlicloudCredential, type AlicloudEnv, alicloudLogin, defaultOf} from './alicloud-login.ts';
import {alicloudProblem} from './alicloud-problem.ts';

export type AlicloudConfig = Extract<SecretStoreConfig, {kind: 'alicloud'}>;

export type AlicloudDoors = {
  readonly env: AlicloudEnv;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  /** The server's name must not resolve to a metadata address. */
  readonly besideMetadata?: boolean;
};

/** What asks the service: GetSecretValue with these parameters. */
type Ask = (parameters: Readonly<Record<string, string>>) => Promise<JsonObject | undefined>;

/** Secrets of Alibaba Cloud's Key Management Service. */
export function alicloudStore(config: AlicloudConfig, doors: AlicloudDoors): SecretStore {
  const server = serverOf(config);
  let opened: Promise<Ask | NoSecret> | undefined;
  const open = async (): Promise<Ask | NoSecret> => {
    const login = await alicloudLogin(doors.env);
    if ('because' in login) return login;
    return clientOf({...server, region: config.region, credential: login.credential}, doors);
  };
  return {
    name: `alicloud (${config.region})`,
    first: 'property',
    fetch: async (secret) => {
      const bad = badName(secret);
      if (bad !== undefined) return bad;
      // Before the login: its library would send the key's signature to that address.
      if (doors.besideMetadata === true && (await leadsToMetadata(server.endpoint.replace(/:\d+$/, ''))))
        return {because: `${server.endpoint}: ${METADATA_WORDS}`, fault: 'unreachable'};
      const ask = await (opened ??= open());
      if ('because' in ask) return ask;
      return fetchSecret({secret, parameters: parametersOf(secret), ask, host: server.endpoint}, doors);
    },
  };
}

type Server = {readonly protocol: 'HTTP' | 'HTTPS'; readonly endpoint: string};

function serverOf({region, endpoint}: AlicloudConfig): Server {
  const url = endpoint === undefined ? null : URL.parse(endpoint);
  if (url === null) return {protocol: 'HTTPS', endpoint: `kms.${region}.aliyuncs.com`};
  return {protocol: url.protocol === 'http:' ? 'HTTP' : 'HTTPS', endpoint: url.host};
}

type Opening = Server & {readonly region: string; readonly credential: AlicloudCredential};

async function clientOf(
  {protocol, endpoint, region, credential}: Opening,
  {timeoutMs = 20_000}: AlicloudDoors,
): Promise<Ask> {
  const {default: loaded, Config, Params, OpenApiRequest} = await import('@alicloud/openapi-client');
  const Client = defaultOf(loaded);
  const client = new Client(
    new Config({protocol, endpoint, regionId: region, credential, readTimeout: timeoutMs, connectTimeout: timeoutMs}),
  );
  const params = new Params({
    action: 'GetSecretValue',
    version: '2016-01-20',
    protocol,
    method: 'POST',
    authType: 'AK',
    style: 'RPC',
    pathname: '/',
    reqBodyType: 'formData',
    bodyType: 'json',
  });
  // Typed by the version of it that the client brings along.
  const runtime = {} as Parameters<typeof client.callApi>[2];
  return async (query) => {
    const answer: unknown = await client.callApi(params, new OpenApiRequest({query: {...query}}), runtime);
    const body = isObject(answer as Json) ? (answer as JsonObject)['body'] : undefined;
    return isObject(body) ? body : undefined;
  };
}

function badName({name}: NamedSecret): NoSecret | undefined {
  if (/^[\w/+=.@:-]{1,256}$/.test(name.join('/'))) return undefined;
  return {because: `no secret of Alibaba Cloud can be named ${name.join('/')}`, absent: true};
}

/** `?version=` names a stage where it begins as theirs do, or says `stage/…`; else the id of a version. */
function parametersOf({name, version}: NamedSecret): Readonly<Record<string, string>> {
  const SecretName = name.join('/');
  if (version === undefined) return {SecretName};
  const named = /^(stage|id)\/(.+)$/.exec(version);
  const value = named?.[2] ?? version;
  const isStage = named === null ? version.startsWith('ACS') : named[1] === 'stage';
  return isStage ? {SecretName, VersionStage: value} : {SecretName, VersionId: value};
}

type Asked = {
  readonly secret: NamedSecret;
  readonly parameters: Readonly<Record<string, string>>;
  readonly ask: Ask;
  readonly host: string;
};

async function fetchSecret(
  {secret, parameters, ask, host}: Asked,
  {signal = new AbortController().signal}: AlicloudDoors,
): Promise<SecretReading> {
  try {
    const body = await untilAborted(ask(parameters), signal);
    return body === undefined
      ? {because: `what answered at ${host} is not KMS`, fault: 'unreachable'}
      : readingOf(body, {secret, parameters});
  } catch (error) {
    signal.throwIfAborted();
    return alicloudProblem(error, {secret, host});
  }
}

function readingOf(body: JsonObject, {secret, parameters}: Pick<Asked, 'secret' | 'parameters'>): SecretReading {
  const name = secret.name.join('/');
  const {SecretData: data, SecretDataType: type, VersionId: version} = body;
  if (typeof data !== 'string') return {because: `KMS gave no value of the secret ${name}`};
  const wanted = parameters['VersionId'];
  // Of secrets that are rotated for databases, KMS ignores which version was asked for.
  if (wanted !== undefined && version !== wanted)
    return {
      because: `KMS gave another version of the secret ${name} than ${wanted}`,
      hint: 'Secrets that KMS rotates have stages alone: ?version=ACSCurrent or ?version=ACSPrevious.',
    };
  return {value: new Secret(type === 'binary' ? Buffer.from(data, 'base64') : data)};
}
