import {createHash} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {isIP} from 'node:net';
import {GantryError} from '../../../core/failure/failure.ts';
import {PATIENCE} from '../../../lib/attempts.ts';
import {type Connections, httpsRequest} from '../../../lib/https-request.ts';
import type {NoSecret} from '../../../ports/secret-store.ts';
import type {AlicloudKeys} from '../login/alicloud-keys.ts';
import {alicloudLogin} from '../login/alicloud-login.ts';
import {type Attempted, attempt} from './attempts.ts';
import {explainOss} from './explain-oss.ts';
import type {OssConfig} from './oss-config.ts';
import {endpointOf, regionOf} from './oss-endpoint.ts';
import type {OssOptions} from './oss-options.ts';
import {encodePath, type OssCall, ossQuery, signOssRequest} from './sign-oss-request.ts';

/** A request, and the permission that it needs. */
export type OssRequest = Omit<OssCall, 'bucket'> & {readonly action: string; readonly body?: Uint8Array};

/** An open bucket. Names of objects are full names. */
export type OssBucket = {
  /** `Backend.name`. */
  readonly name: string;
  readonly bucket: string;
  /** The prefix of all keys, with a slash at its end. */
  readonly root: string;
  readonly attempt: (request: OssRequest) => Promise<Attempted>;
  /** Returns the error for a refusal or a missing response. */
  readonly failure: (request: OssRequest, attempted: Attempted) => GantryError;
  readonly unusable: (problem: string, hint: string) => GantryError;
};

const MAX_ANSWER_BYTES = 256 * 1024 * 1024;

/** Opens a bucket. Sends nothing. @throws GantryError 'input/usage' for an endpoint without TLS or an unknown region */
export function openOssBucket(config: OssConfig, options: OssOptions): OssBucket {
  const {bucket, prefix} = config;
  const endpoint = endpointOf(config);
  const region = regionOf(config, options.env);
  const server = endpoint ?? new URL(`https://oss-${region}.aliyuncs.com`);
  const root = prefix === undefined ? '' : `${prefix}/`;
  const place = endpoint === undefined ? `in ${region}` : `at ${endpoint.origin}`;
  const name = `oss (${bucket}${prefix === undefined ? '' : `/${prefix}`} ${place})`;
  const keys = keysOf(config, options, name);
  const ca = authorities(config.caFile);
  const patience = {...PATIENCE, ...options.patience};
  const connections: Connections = new Map();
  let offsetMs = 0;

  const send = async ({action: _, body, ...call}: OssRequest) => {
    const {http = httpsRequest, maxAnswerBytes: maxBytes = MAX_ANSWER_BYTES, signal, env} = options;
    const headers = {...call.headers, ...(body === undefined ? {} : lengthAndDigest(body))};
    const date = new Date(Date.now() + offsetMs);
    const answer = await http({
      url: addressOf(server, bucket, call),
      method: call.method,
      headers: signOssRequest({...call, headers, bucket}, await keys(), {region, date}),
      body,
      ca,
      // A slow connection of at least 50 kB/s is not a failure.
      timeoutMs: Math.ceil(patience.attemptMs + (body?.length ?? 0) / 50),
      maxBytes,
      proxyEnv: env,
      connections,
      signal,
    });
    const clock = Date.parse(answer.headers['date'] ?? '');
    if (answer.status === 403 && !Number.isNaN(clock)) offsetMs = clock - Date.now();
    return answer;
  };
  return {
    name,
    bucket,
    root,
    attempt: (request) => attempt(() => send(request), patience, options.signal),
    failure: ({action, name: on = ''}, attempted) =>
      explainOss(attempted, {backend: name, bucket, region, action, on: on === '' ? bucket : `${bucket}/${on}`}),
    unusable: (problem, hint) => new GantryError({code: 'backend/unusable', backend: name, problem, hint}),
  };
}

const lengthAndDigest = (body: Uint8Array): Readonly<Record<string, string>> => ({
  'content-length': String(body.length),
  'content-md5': createHash('md5').update(body).digest('base64'),
});

/**
 * Returns the address of a request. The bucket is the first label of the host, or the first part of the path if the host is an IP
 * address.
 */
function addressOf(server: URL, bucket: string, {name = '', query = {}}: Omit<OssCall, 'bucket'>): string {
  const isPath = isIP(server.hostname.replace(/^\[(.*)\]$/, '$1')) !== 0 || server.hostname === 'localhost';
  const start = isPath ? `${server.origin}/${bucket}` : `${server.protocol}//${bucket}.${server.host}`;
  const search = ossQuery(query);
  return `${start}/${encodePath(name)}${search === '' ? '' : `?${search}`}`;
}

function keysOf(
  {credentials, profile}: OssConfig,
  {env, signal, http}: OssOptions,
  backend: string,
): () => Promise<AlicloudKeys> {
  if (credentials !== undefined) {
    const {accessKeyId, accessKeySecret: secret, securityToken: token} = credentials;
    return async () => ({id: accessKeyId.reveal(), secret, token});
  }
  const own = profile === undefined ? env : asProfile(env, profile);
  const login = alicloudLogin({
    env: own,
    signal,
    http,
  });
  return async () => {
    const keys = await login();
    if ('because' in keys) throw credentialFailure(keys, backend);
    return keys;
  };
}

/** Returns the environment for a profile. A profile in the backend takes precedence over keys in the environment. */
function asProfile(env: OssOptions['env'], profile: string): OssOptions['env'] {
  const others = /^(?:ALICLOUD|ALIBABA_CLOUD)_(?:ACCESS_KEY|SECRET_KEY|SECURITY_TOKEN|ROLE_ARN)/;
  const kept = Object.entries(env).filter(([variable]) => !others.test(variable));
  return {...Object.fromEntries(kept), ALICLOUD_PROFILE: profile};
}

function credentialFailure({because, hint, fault, transient}: NoSecret, backend: string): GantryError {
  const advice = hint ?? 'Set ALICLOUD_ACCESS_KEY and ALICLOUD_SECRET_KEY, or log in with `aliyun configure`.';
  return new GantryError(
    fault === 'unreachable' || transient === true
      ? {code: 'backend/io', detail: `${backend}: the login failed: ${because}`, hint: hint ?? 'Run the command again.'}
      : {code: 'backend/credential', backend, problem: because, hint: advice},
  );
}

function authorities(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const message = `${file}: the certificate file cannot be read (${error instanceof Error ? error.message : ''})`;
    throw new GantryError({code: 'input/usage', message}, {cause: error});
  }
}
