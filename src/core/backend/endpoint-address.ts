import {GantryError} from '../failure/failure.ts';

/**
 * Returns the address of a server without slashes at its end. Releases and locks are not sent in the clear unless whoever runs the
 * command says so.
 * @param from what names it, for messages: `endpoint`, or a variable
 * @throws GantryError 'input/usage'
 */
export function endpointAddress(
  text: string,
  {from, insecure, credentials}: {readonly from: string; readonly insecure: boolean; readonly credentials: string},
): string {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw usage(`${from}: it is not an https:// address of a server`, 'For example https://s3.example:9000.');
  if (url.username !== '' || url.password !== '')
    throw usage(`${from}: credentials do not belong into an address`, credentials);
  if (url.search !== '' || url.hash !== '')
    throw usage(`${from} ${url.origin}: nothing follows the path of an endpoint`, 'Leave out what begins with ? or #.');
  if (url.protocol === 'http:' && !insecure) throw usage(...withoutTls(`${from} ${url.origin}`));
  return url.href.replace(/(?<!\/)\/+$/, '');
}

const usage = (message: string, hint: string): GantryError => new GantryError({code: 'input/usage', message, hint});

/** The message and the hint about a server without TLS. */
export const withoutTls = (what: string): [string, string] => [
  `${what} has no TLS: whoever listens would read the releases, and could change them`,
  'Use https://, or permit it with --insecure.',
];
