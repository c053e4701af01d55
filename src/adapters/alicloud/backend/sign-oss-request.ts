import {createHash, createHmac} from 'node:crypto';
import {isIP} from 'node:net';
import {defined} from '../../../lib/defined.ts';
import {sha256} from '../../../lib/sha256.ts';
import type {AlicloudKeys} from '../login/alicloud-keys.ts';

/** One request to OSS, before it is signed. */
export type OssCall = {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  readonly bucket: string;
  /** The full name of the object. Absent: the call concerns the bucket. */
  readonly name?: string | undefined;
  readonly query?: Readonly<Record<string, string>> | undefined;
  /** The headers, with names in lower case. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
};

const ALGORITHM = 'OSS4-HMAC-SHA256';

/** Returns the headers of a signed request ("Include a V4 signature in the Authorization header"). The Content-MD5 covers the body. */
export function signOssRequest(
  {method, bucket, name = '', query = {}, headers = {}}: OssCall,
  {id, secret, token}: AlicloudKeys,
  {region, date}: {readonly region: string; readonly date: Date},
): Readonly<Record<string, string>> {
  const time = date.toISOString().replace(/[-:]|\.\d+/g, '');
  const day = time.slice(0, 8);
  const all: Readonly<Record<string, string>> = {
    ...headers,
    'x-oss-content-sha256': 'UNSIGNED-PAYLOAD',
    'x-oss-date': time,
    ...defined({'x-oss-security-token': token?.reveal()}),
  };
  const lines = Object.keys(all)
    .filter((header) => header.startsWith('x-oss-') || header === 'content-type' || header === 'content-md5')
    .toSorted()
    .map((header) => `${header}:${all[header]?.trim()}\n`);
  const path = `/${bucket}/${encodePath(name)}`;
  const request = [method, path, ossQuery(query), lines.join(''), '', 'UNSIGNED-PAYLOAD'].join('\n');
  const scope = `${day}/${region}/oss/aliyun_v4_request`;
  const digest = sha256(request);
  const key = [day, region, 'oss', 'aliyun_v4_request'].reduce<string | Buffer>(
    (outer, part) => createHmac('sha256', outer).update(part).digest(),
    `aliyun_v4${secret.reveal()}`,
  );
  const signature = createHmac('sha256', key).update([ALGORITHM, time, scope, digest].join('\n')).digest('hex');
  return {...all, authorization: `${ALGORITHM} Credential=${id}/${scope},Signature=${signature}`};
}

/** Returns the query as it is signed and sent. A parameter without a value has no `=`. */
export const ossQuery = (query: Readonly<Record<string, string>>): string =>
  Object.entries(query)
    .map(([name, value]) => [percentEncode(name), percentEncode(value)] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => (value === '' ? name : `${name}=${value}`))
    .join('&');

/**
 * Returns the address of a request. The bucket is the first label of the host, or the first part of the path if the host is an IP
 * address.
 */
export function addressOf(server: URL, bucket: string, {name = '', query = {}}: Omit<OssCall, 'bucket'>): string {
  const isPath = isIP(server.hostname.replace(/^\[(.*)\]$/, '$1')) !== 0 || server.hostname === 'localhost';
  const start = isPath ? `${server.origin}/${bucket}` : `${server.protocol}//${bucket}.${server.host}`;
  const search = ossQuery(query);
  return `${start}/${encodePath(name)}${search === '' ? '' : `?${search}`}`;
}

/** Percent-encodes the name of an object as OSS signs it. Slashes are kept. */
const encodePath = (name: string): string => name.split('/').map(percentEncode).join('/');

const percentEncode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Returns the headers that cover the body of a request. */
export const lengthAndDigest = (body: Uint8Array): Readonly<Record<string, string>> => ({
  'content-length': String(body.length),
  'content-md5': createHash('md5').update(body).digest('base64'),
});
