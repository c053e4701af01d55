import {randomUUID} from 'node:crypto';
import {defined} from '../../../lib/defined.ts';
import {sha256} from '../../../lib/sha256.ts';
import type {AlicloudKeys} from './alicloud-keys.ts';

/** A call of an Alibaba Cloud OpenAPI in the RPC style, with all parameters in the query. */
export type RpcCall = {
  /** The host, with the port if there is one. */
  readonly host: string;
  readonly action: string;
  readonly version: string;
  readonly query: Readonly<Record<string, string>>;
};

/** The date and nonce of a signature. Tests set them. */
export type SigningMoment = {readonly date: Date; readonly nonce: string};

const ALGORITHM = 'ACS3-HMAC-SHA256';

/** Returns the query and the headers of a signed POST without a body ("V3 request body and signature mechanism"). */
export function signRequest(
  {host, action, version, query}: RpcCall,
  {id, secret, token}: AlicloudKeys,
  {date, nonce}: SigningMoment = {date: new Date(), nonce: randomUUID()},
): {readonly query: string; readonly headers: Readonly<Record<string, string>>} {
  const digest = sha256('');
  const headers: Readonly<Record<string, string>> = {
    host,
    'x-acs-action': action,
    'x-acs-content-sha256': digest,
    'x-acs-date': date.toISOString().replace(/\.\d+Z$/, 'Z'),
    ...defined({'x-acs-security-token': token?.reveal()}),
    'x-acs-signature-nonce': nonce,
    'x-acs-version': version,
  };
  const names = Object.keys(headers).toSorted();
  const lines = names.map((name) => `${name}:${headers[name]?.trim()}\n`);
  const encoded = canonicalQuery(query);
  const request = ['POST', '/', encoded, lines.join(''), names.join(';'), digest].join('\n');
  const signature = secret.hmac(`${ALGORITHM}\n${sha256(request)}`);
  const authorization = `${ALGORITHM} Credential=${id},SignedHeaders=${names.join(';')},Signature=${signature}`;
  return {query: encoded, headers: {...headers, authorization}};
}

const canonicalQuery = (query: Readonly<Record<string, string>>): string =>
  Object.keys(query)
    .toSorted()
    .map((name) => `${percentEncode(name)}=${percentEncode(query[name] ?? '')}`)
    .join('&');

/** Percent-encodes all characters except letters, digits and `-_.~` (RFC 3986). */
const percentEncode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
