import {isObject, type JsonObject} from '../../../core/json.ts';
import {notItself, objectIn, responseOr} from '../../../core/secret/no-answer.ts';
import {Secret} from '../../../core/secret/secret.ts';
import {httpsRequest} from '../../../lib/https-request.ts';
import type {NamedSecret, NoSecret, SecretReading, SecretStore} from '../../../ports/secret-store.ts';
import {crc32c} from '../login/crc32c.ts';
import type {GcpDeps} from '../login/gcp-deps.ts';
import {type GcpLogin, gcpLogin} from '../login/gcp-login.ts';

/** The configuration of a secret store in Google Cloud Secret Manager. */
export type GcpConfig = {
  readonly kind: 'gcp';
  /** The id or the number of the project. */
  readonly project: string;
  readonly endpoint?: string | undefined;
};

const USUAL = 'https://secretmanager.googleapis.com';
const TIMEOUT_MS = 20_000;
/** The maximum size of a response in bytes. A payload has at most 64 KiB. */
const MAX_BYTES = 1024 * 1024;

/** Opens the secrets of Google Cloud's Secret Manager. */
export function gcpStore(config: GcpConfig, deps: GcpDeps): SecretStore {
  const endpoint = (config.endpoint ?? USUAL).replace(/(?<!\/)\/+$/, '');
  let login: Promise<GcpLogin | NoSecret> | undefined;
  const logIn = async (): Promise<GcpLogin | NoSecret> => {
    const made = await gcpLogin(deps);
    if ('because' in made) login = undefined;
    return made;
  };
  return {
    name: `gcp (project ${config.project})`,
    first: 'whole',
    fetch: async (secret) => {
      const bad = badName(secret);
      if (bad !== undefined) return bad;
      const opened = await (login ??= logIn());
      if ('because' in opened) return opened;
      const url = `${endpoint}/v1/${versionPath({...config, endpoint}, secret)}:access`;
      return fetchSecret({secret, url, login: opened}, deps);
    },
  };
}

/** Returns the path of a version. The secrets of one region have their own endpoint, which contains the region. */
export function versionPath(
  {project, endpoint}: Pick<GcpConfig, 'project' | 'endpoint'>,
  {name, version}: NamedSecret,
): string {
  const region = /^https:\/\/secretmanager\.([a-z0-9-]+)\.rep\.googleapis\.com$/.exec(endpoint ?? '')?.[1];
  const at = region === undefined ? '' : `/locations/${region}`;
  const [secret = ''] = name;
  return `projects/${encodeURIComponent(project)}${at}/secrets/${secret}/versions/${version ?? 'latest'}`;
}

function badName({name, version}: NamedSecret): NoSecret | undefined {
  const [first = '', ...more] = name;
  if (more.length > 0 || !/^[\w-]{1,255}$/.test(first))
    return {
      because: `${name.join('/')} is not a valid secret name in Secret Manager`,
      hint: 'Write ref://NAME, or ref://NAME/property for a property of a JSON value.',
      absent: true,
    };
  if (version === undefined || /^[\w-]+$/.test(version)) return undefined;
  return {because: `${version} is not a valid version of a secret`, hint: 'Write a number, an alias, or latest.'};
}

type Asked = {readonly secret: NamedSecret; readonly url: string; readonly login: GcpLogin};

async function fetchSecret({secret, url, login}: Asked, deps: GcpDeps): Promise<SecretReading> {
  const {env, signal, http = httpsRequest} = deps;
  const headers = await login.headers(url);
  if ('because' in headers) return headers;
  const answer = await responseOr(
    () =>
      http({
        url,
        headers: {...headers.headers, accept: 'application/json'},
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_BYTES,
        proxyEnv: env,
        signal,
      }),
    signal,
  );
  if ('because' in answer) return answer;
  const body = objectIn(answer.body);
  if (body === undefined) {
    const foreign = notItself('Secret Manager', answer);
    return answer.status >= 500 ? {...foreign, transient: true} : foreign;
  }
  return answer.status === 200 ? payloadOf(body, secret) : problemOf(answer.status, body, secret);
}

function payloadOf(body: JsonObject, {name}: NamedSecret): SecretReading {
  const {payload} = body;
  const data = isObject(payload) ? (payload['data'] ?? '') : undefined;
  if (!isObject(payload) || typeof data !== 'string') return {because: `Secret Manager sent no payload of ${name[0]}`};
  const bytes = Buffer.from(data, 'base64');
  const sum = payload['dataCrc32c'];
  // An int64 is a string in JSON.
  if (sum !== undefined && sum !== String(crc32c(bytes)))
    return {because: `the payload of ${name[0]} is damaged: its checksum does not match`, transient: true};
  return {value: new Secret(bytes)};
}

function problemOf(status: number, body: JsonObject, {name, version}: NamedSecret): NoSecret {
  const secret = `secret ${name[0]}`;
  const wanted = `${version === undefined || version === 'latest' ? 'the latest version' : `version ${version}`} of the ${secret}`;
  if (status === 404)
    return {
      because: version === undefined ? `the ${secret} does not exist, or has no versions` : `${wanted} does not exist`,
      absent: true,
    };
  if (status === 403)
    return {
      fault: 'denied',
      because: `permission to read ${wanted} is denied, or it does not exist (HTTP 403)`,
      hint: 'Grant the account secretmanager.versions.access, for example by the role Secret Manager Secret Accessor.',
    };
  if (status === 401)
    return {
      because: 'Google rejects the credentials (HTTP 401): they have expired or are not valid',
      fault: 'denied',
    };
  if (status === 429)
    return {because: `Secret Manager received too many requests (HTTP 429, ${secret})`, transient: true};
  if (status >= 500)
    return {because: `Secret Manager has an internal problem (HTTP ${status}, ${secret})`, transient: true};
  const state = status === 400 ? stateIn(body) : undefined;
  if (state === 'destroyed') return {because: `${wanted} is destroyed and cannot be restored`, hint: OTHER};
  if (state === 'disabled') return {because: `${wanted} is disabled`, hint: `Enable it. ${OTHER}`};
  return {because: `Secret Manager refuses to read ${wanted} (HTTP ${status})`};
}

const OTHER = 'Read another version with ?version=NUMBER.';

/** Finds the state of a version in the text of an error, which is never shown. */
function stateIn({error}: JsonObject): 'destroyed' | 'disabled' | undefined {
  const message = isObject(error) ? error['message'] : undefined;
  if (typeof message !== 'string') return undefined;
  if (message.includes('DESTROYED')) return 'destroyed';
  return message.includes('DISABLED') ? 'disabled' : undefined;
}
