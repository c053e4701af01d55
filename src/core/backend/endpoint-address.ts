import {GantryError} from '../failure/failure.ts';

/**
 * Returns the address of a server without slashes at its end. Refuses http unless the user permits it, because releases and locks would
 * be sent without encryption.
 * @param from the source of the address, for messages: `endpoint`, or a variable
 * @throws GantryError 'input/usage'
 */
export function endpointAddress(
  text: string,
  {from, insecure, credentials}: {readonly from: string; readonly insecure: boolean; readonly credentials: string},
): string {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw usage(`${from}: it is not an https:// address of a server`, 'Use an address like https://s3.example:9000.');
  if (url.username !== '' || url.password !== '') throw usage(`${from}: the address contains credentials`, credentials);
  if (url.search !== '' || url.hash !== '')
    throw usage(
      `${from} ${url.origin}: the endpoint has a query or a fragment`,
      'Remove the part that begins with ? or #.',
    );
  if (url.protocol === 'http:' && !insecure) throw usage(...withoutTls(`${from} ${url.origin}`));
  return url.href.replace(/(?<!\/)\/+$/, '');
}

const usage = (message: string, hint: string): GantryError => new GantryError({code: 'input/usage', message, hint});

/** The message and the hint about a server without TLS. */
export const withoutTls = (what: string): [string, string] => [
  `${what} has no TLS: anyone on the network path could read and change the releases`,
  'Use https://, or pass --insecure to permit it.',
];
