import {createHash, createHmac} from 'node:crypto';
import {defined} from '../../../lib/defined.ts';
import type {AwsIdentity} from './credential-of.ts';

/** A request that is signed with all its headers. Its address has no query. */
export type UnsignedRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** The identity that signs, and for what the signature is valid. */
export type Signer = {
  readonly identity: AwsIdentity;
  readonly region: string;
  readonly service: string;
  readonly at: Date;
};

/** Returns the headers that sign a request: Signature Version 4 of AWS. */
export function signRequest(
  {method, url, headers, body}: UnsignedRequest,
  {identity, region, service, at}: Signer,
): Readonly<Record<string, string>> {
  const time = at.toISOString().replace(/[:-]|\.\d+/g, '');
  const {host, pathname} = new URL(url);
  const own = {'x-amz-date': time, ...defined({'x-amz-security-token': identity.sessionToken})};
  const signed = Object.entries({...headers, ...own, host}).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const names = signed.map(([name]) => name).join(';');
  const lines = signed.map(([name, value]) => `${name}:${value.trim()}\n`).join('');
  const canonical = [method, pathname, '', lines, names, sha256(body)].join('\n');
  const scope = [time.slice(0, 8), region, service, 'aws4_request'];
  const text = ['AWS4-HMAC-SHA256', time, scope.join('/'), sha256(canonical)].join('\n');
  const key = scope.reduce<string | Buffer>((secret, part) => hmac(secret, part), `AWS4${identity.secretAccessKey}`);
  const signature = hmac(key, text).toString('hex');
  const credential = `${identity.accessKeyId}/${scope.join('/')}`;
  return {
    ...own,
    authorization: `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names}, Signature=${signature}`,
  };
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
