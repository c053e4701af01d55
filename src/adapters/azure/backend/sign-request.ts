import {createHmac} from 'node:crypto';

/** A request to sign with the key of an account. */
export type Signed = {
  readonly account: string;
  /** The key in base64, as Azure shows it. */
  readonly key: string;
  readonly method: string;
  readonly url: URL;
  /** The headers, with names in lower case. Includes `x-ms-date`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: number;
};

/** The headers that a signature covers by position, before and after the length of the body. */
const BEFORE_LENGTH = ['content-encoding', 'content-language'];
const AFTER_LENGTH = [
  'content-md5',
  'content-type',
  'date',
  'if-modified-since',
  'if-match',
  'if-none-match',
  'if-unmodified-since',
  'range',
];

/**
 * Returns the `authorization` header of a request ("Authorize with Shared Key" in the documentation of Azure Storage, for
 * versions from 2015-02-21).
 */
export function sharedKey({account, key, method, url, headers, bytes}: Signed): string {
  const named = (names: readonly string[]) => names.map((name) => headers[name] ?? '');
  const text = [
    method,
    ...named(BEFORE_LENGTH),
    bytes === 0 ? '' : String(bytes),
    ...named(AFTER_LENGTH),
    ...Object.keys(headers)
      .filter((name) => name.startsWith('x-ms-'))
      .toSorted()
      .map((name) => `${name}:${headers[name]}`),
    `/${account}${url.pathname}`,
    ...[...url.searchParams].map(([name, value]) => `${name}:${value}`).toSorted(),
  ].join('\n');
  return `SharedKey ${account}:${createHmac('sha256', Buffer.from(key, 'base64')).update(text).digest('base64')}`;
}
