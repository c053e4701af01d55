import type {Environment} from '@marcbachmann/cel-js';
import {formatCheck} from '../value/formats.ts';

/** The parts of a URL, as Go's `url.Parse` returns them. */
class CelUrl {
  readonly text: string;
  readonly scheme: string;
  readonly host: string;
  readonly path: string;
  readonly query: string;

  constructor(text: string) {
    const [, scheme = '', authority = '', path = '', query = ''] = PARTS.exec(text) ?? [];
    this.text = text;
    this.scheme = scheme.toLowerCase();
    this.host = authority.slice(authority.lastIndexOf('@') + 1);
    // In `mailto:a@example.com`, the part after the scheme is opaque and not a path.
    this.path = scheme !== '' && authority === '' && !path.startsWith('/') ? '' : path;
    this.query = query;
  }
}

const PARTS = /^(?:([a-zA-Z][a-zA-Z0-9+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?/;

const isUrl = (text: string): boolean => formatCheck('uri')?.(text) === true;

function url(text: string): CelUrl {
  if (!isUrl(text))
    throw new Error(
      `URL parse error during conversion from string: parse ${JSON.stringify(text)}: invalid URI for request`,
    );
  return new CelUrl(text);
}

/** Returns the host without the port and the brackets of IPv6. */
const hostname = ({host}: CelUrl): string => /^\[([^\]]*)\]/.exec(host)?.[1] ?? host.replace(/:\d*$/, '');

const port = ({host}: CelUrl): string => /:(\d*)$/.exec(host.replace(/^\[[^\]]*\]/, ''))?.[1] ?? '';

/** Escapes a path like Go: if every character is allowed in a path, it stays as it is; otherwise the whole path is encoded again. */
function escapedPath({path}: CelUrl): string {
  if (/^[\w\-.~!$&'()*+,;=:@/[\]%]*$/.test(path)) return path;
  return encodeURI(decodeURIComponent(path)).replaceAll(
    /[!'()*#?[\]]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function queryOf({query}: CelUrl): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  for (const pair of query.split('&').filter((one) => one !== '' && !one.includes(';'))) {
    const [name, value] = [before(pair), pair.slice(before(pair).length + 1)].map(unescaped);
    if (name === undefined || value === undefined) continue;
    values.set(name, [...(values.get(name) ?? []), value]);
  }
  return values;
}

const before = (pair: string): string => pair.split('=')[0] ?? '';

/** Decodes a text; undefined if an escape is invalid. */
function unescaped(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

/** Registers the functions on URLs: `url(self.endpoint).getScheme() == 'https'`. */
export function registerUrls(environment: Environment): void {
  environment
    .registerType('kubernetes.URL', CelUrl)
    .registerFunction('url(string): kubernetes.URL', url)
    .registerFunction('isURL(string): bool', isUrl)
    .registerFunction('kubernetes.URL.getScheme(): string', ({scheme}: CelUrl) => scheme)
    .registerFunction('kubernetes.URL.getHost(): string', ({host}: CelUrl) => host)
    .registerFunction('kubernetes.URL.getHostname(): string', hostname)
    .registerFunction('kubernetes.URL.getPort(): string', port)
    .registerFunction('kubernetes.URL.getEscapedPath(): string', escapedPath)
    .registerFunction('kubernetes.URL.getQuery(): map<string, list<string>>', queryOf)
    .registerOperator('kubernetes.URL == kubernetes.URL', (a: CelUrl, b: CelUrl) => a.text === b.text);
}
