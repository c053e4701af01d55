import {isThisMachine} from '../../lib/is-this-machine.ts';

/** Returns the problem of an address for credentials, which must be https, or http to this machine. The text continues after it. */
export function httpsProblem(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return 'is not an address that begins with https://';
  if (url.username !== '' || url.password !== '') return 'contains a user or a password: remove them from the address';
  if (url.protocol === 'http:' && !isThisMachine(url.hostname))
    return 'is http, which would send secrets in clear: use https (http is for this machine only)';
  return undefined;
}
