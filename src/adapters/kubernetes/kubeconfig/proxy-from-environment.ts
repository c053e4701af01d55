import {BlockList, isIP} from 'node:net';

type Env = Readonly<Record<string, string | undefined>>;

/** Returns the proxy that HTTPS_PROXY and NO_PROXY select, by the rules of Go programs: localhost never uses one. */
export function proxyFromEnvironment(server: string, env: Env): string | undefined {
  const url = new URL(server);
  const value =
    url.protocol === 'https:' ? env['HTTPS_PROXY'] || env['https_proxy'] : env['HTTP_PROXY'] || env['http_proxy'];
  if (value === undefined || value === '') return undefined;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (isLocal(host) || isExempt(host, url.port || '443', env['NO_PROXY'] || env['no_proxy'] || '')) return undefined;
  const proxy = value.includes('://') ? value : `http://${value}`;
  return URL.canParse(proxy) ? proxy : undefined;
}

const isLocal = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

/**
 * Reports whether NO_PROXY lists a host: `*`, an address, a network, `host`, `.domain` (or `domain` for its
 * subdomains), each with an optional port.
 */
function isExempt(host: string, port: string, list: string): boolean {
  return list
    .split(',')
    .map((item) => item.trim().toLowerCase())
    .filter((item) => item !== '')
    .some((item) => item === '*' || inNetwork(host, item) || matchesName(host, port, item));
}

function matchesName(host: string, port: string, item: string): boolean {
  const [, name = item, itsPort] = /^(.*?):(\d+)$/.exec(isIP(item) === 6 ? '' : item) ?? [];
  if (itsPort !== undefined && itsPort !== port) return false;
  const domain = name.replace(/^\*?\./, '');
  return (host === domain && !/^\*?\./.test(name)) || (isIP(host) === 0 && host.endsWith(`.${domain}`));
}

function inNetwork(host: string, item: string): boolean {
  const [network = '', bits] = item.split('/');
  const [family, itsFamily] = [isIP(host), isIP(network)];
  if (bits === undefined || family === 0 || family !== itsFamily) return false;
  const list = new BlockList();
  list.addSubnet(network, Number(bits), family === 4 ? 'ipv4' : 'ipv6');
  return list.check(host, family === 4 ? 'ipv4' : 'ipv6');
}
