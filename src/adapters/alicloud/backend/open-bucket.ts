import {unreadableCertificates} from '../../../core/backend/unreadable-certificates.ts';
import {GantryError} from '../../../core/failure/failure.ts';
import {PATIENCE, type Patience} from '../../../lib/attempts.ts';
import {type Connections, httpsRequest} from '../../../lib/https-request.ts';
import {readOrThrow} from '../../../lib/read-or-throw.ts';
import {type Attempted, attempt} from './attempts.ts';
import {explainOss} from './explain-oss.ts';
import type {OssConfig} from './oss-config.ts';
import {endpointOf, regionOf} from './oss-endpoint.ts';
import {keysOf} from './oss-keys.ts';
import type {OssOptions} from './oss-options.ts';
import {addressOf, lengthAndDigest, type OssCall, signOssRequest} from './sign-oss-request.ts';

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
  const {bucket, prefix, caFile} = config;
  const endpoint = endpointOf(config);
  const region = regionOf(config, options.env);
  const server = endpoint ?? new URL(`https://oss-${region}.aliyuncs.com`);
  const root = prefix === undefined ? '' : `${prefix}/`;
  const place = endpoint === undefined ? `in ${region}` : `at ${endpoint.origin}`;
  const name = `oss (${bucket}${prefix === undefined ? '' : `/${prefix}`} ${place})`;
  const patience = {...PATIENCE, ...options.patience};
  const ca = caFile && readOrThrow(caFile, unreadableCertificates(caFile));
  const send = sender({server, bucket, region, patience, ca}, keysOf(config, options, name), options);
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

type Target = {
  readonly server: URL;
  readonly bucket: string;
  readonly region: string;
  readonly patience: Patience;
  readonly ca: string | undefined;
};

/** Returns a function that sends signed requests, and corrects the clock after a refusal. */
function sender({server, bucket, region, patience, ca}: Target, keys: ReturnType<typeof keysOf>, options: OssOptions) {
  const connections: Connections = new Map();
  let offsetMs = 0;
  return async ({action: _, body, ...call}: OssRequest) => {
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
}
